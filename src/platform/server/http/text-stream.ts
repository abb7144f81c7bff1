import { givesWay } from '../give-way.ts';

/** A stream of texts or bytes, each made when the one before has left. */
export function streamOf(parts: AsyncGenerator<string | Uint8Array, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const giveWay = givesWay();
  return new ReadableStream({
    async pull(controller) {
      await giveWay();
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await parts.return();
    },
  });
}
