import { setImmediate as turn } from 'node:timers/promises';

/** For so long nobody else waits for work that is done in small pieces, in milliseconds. */
const longest = 10;

/** To be awaited between the pieces of long work, so that what else waits in this process has its turn. */
export function givesWay(clock = () => performance.now()): () => Promise<void> | undefined {
  let since = clock();
  return () => {
    if (clock() - since < longest) return undefined;
    return turn().then(() => void (since = clock()));
  };
}

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

/** An answer that comes line by line, each a JSON value. What fails midway ends it: whoever reads sees no last line. */
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

/** A body of bytes that are kept: as a stream they are not copied, which the bytes themselves would be with each answer. */
export function streamOfBytes(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
