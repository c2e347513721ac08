package dev.once.proof.adopter;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The service that was there before. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({OrderLedger.class, Orders.class, OrderController.class})
class ShopApplication {}
