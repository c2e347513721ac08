package com.example.orders;

public record NewOrder(String item, int pieces) {}
