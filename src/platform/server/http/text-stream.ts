import { setImmediate as turn } from 'node:timers/promises';

/** How long work in small pieces may keep other work waiting, in milliseconds. */
const maxMs = 10;

/** Returns a function to await between the pieces of long work, so that other work of this process gets its turn. */
export function periodicYield(clock = () => performance.now()): () => Promise<void> | undefined {
  let since = clock();
  return () => {
    if (clock() - since < maxMs) return undefined;
    return turn().then(() => void (since = clock()));
  };
}

/** A stream of texts or bytes, each produced when the one before has been sent. */
export function streamOf(parts: AsyncGenerator<string | Uint8Array, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const giveWay = periodicYield();
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

/** A streamed answer with a JSON value on each line. A failure midway breaks it off: the reader sees no last line. */
export function linesOfJson(lines: AsyncGenerator<object, void>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await lines.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`));
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8' } });
}

/** A body of cached bytes. A stream does not copy them; passing the bytes themselves would, with each answer. */
export function streamOfBytes(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
