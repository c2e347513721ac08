package com.example.shop;

public record OrderPlaced(String tenant, long id) {}
