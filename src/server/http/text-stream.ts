/** A stream of texts or bytes, each made when the one before has left. */
export function streamOf(parts: AsyncGenerator<string | Uint8Array, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await parts.return();
    },
  });
}
