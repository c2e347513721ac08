// @node-idempotency/nestjs on its documented settings: the module with a storage adapter, @Idempotent on the handler.
// Decorators are called as functions, since this is no TypeScript.
import 'reflect-metadata';
import { Body, Controller, Get, Headers, InternalServerErrorException, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Idempotent, NodeIdempotencyModule } from '@node-idempotency/nestjs';
import { StorageAdapterEnum } from '@node-idempotency/shared';
import { setTimeout as work } from 'node:timers/promises';

class Orders {
  orders = 0;

  async place(order, tenant, stock) {
    if (stock === 'none') {
      await work(400);
      throw new InternalServerErrorException('not in stock');
    }
    await work(20);
    return { order: ++this.orders, tenant };
  }

  count() {
    return { orders: this.orders };
  }
}

const decorate = (decorators, name) =>
  decorators.forEach((one) => one(Orders.prototype, name, Object.getOwnPropertyDescriptor(Orders.prototype, name)));
decorate([Post(), Idempotent()], 'place');
Body()(Orders.prototype, 'place', 0);
Headers('x-tenant')(Orders.prototype, 'place', 1);
Headers('x-stock')(Orders.prototype, 'place', 2);
decorate([Get()], 'count');
Controller('orders')(Orders);

class App {}
Module({
  imports: [NodeIdempotencyModule.forRootAsync({ storage: { adapter: StorageAdapterEnum.memory, options: {} } })],
  controllers: [Orders],
})(App);

const app = await NestFactory.create(App, { logger: ['error'] });
await app.listen(process.env.PORT, '127.0.0.1');
console.log('ready');
