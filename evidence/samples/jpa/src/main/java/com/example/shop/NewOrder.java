package com.example.shop;

import java.util.List;

public record NewOrder(List<Item> items) {

    public record Item(String product, int pieces) {}
}
