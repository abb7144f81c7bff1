import { z } from 'zod';
import {
  defaultDelivery,
  Delivery,
  settableKinds,
  type DeliveryPatch,
  type DeliverySettings,
} from '../../domain/notification.ts';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';

const Stored = z.array(Delivery.nullable());

/** How each kind reaches a person: as they chose, and as is usual where they did not. */
export async function readDelivery(redis: Redis, userId: string): Promise<DeliverySettings> {
  const chosen = Stored.parse(Object.values((await redis.hmget(keys.delivery(userId), ...settableKinds)) ?? {}));
  return Object.fromEntries(
    settableKinds.map((kind, index) => [kind, chosen[index] ?? defaultDelivery[kind]]),
  ) as DeliverySettings;
}

/** Keeps what a person chose for some kinds. */
export async function changeDelivery(redis: Redis, userId: string, patch: DeliveryPatch): Promise<void> {
  const chosen = Object.fromEntries(
    Object.entries(patch).filter(([, way]) => (way as Delivery | undefined) !== undefined),
  );
  if (Object.keys(chosen).length > 0) await redis.hset(keys.delivery(userId), chosen);
}
