import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/** Runs an unpacked bundle as the platform's machines do: each message is an event, and is answered by a message. */
type Head = { statusCode: number; multiValueHeaders?: Record<string, string[]> };
type Handler = (event: unknown, answer: PassThrough, context: object) => Promise<void>;

const heads = new WeakMap<PassThrough, Head>();
const from = (answer: PassThrough, head: Head) => {
  heads.set(answer, head);
  return answer;
};
// The platform provides this global.
const awslambda = { streamifyResponse: (handler: Handler) => handler, HttpResponseStream: { from } };
Object.assign(globalThis, { awslambda });

// Excludes the time to get here, which the platform spends in advance.
const began = process.cpuUsage();
const spentMs = () => {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};

const [entry = ''] = process.argv.slice(2);
const { handler } = (await import(pathToFileURL(entry).href)) as { handler: Handler };

process.on('message', (event) => {
  const answer = new PassThrough();
  const context = { awsRequestId: 'call-1', clientContext: {}, getRemainingTimeInMillis: () => 60_000 };
  const sent = Promise.all([buffer(answer), handler(event, answer, context)]);
  // An error here is not the function's response: it ends this process, and the waiting parent notices.
  void sent.then(([body]) => process.send?.({ ...heads.get(answer), body, spentMs: spentMs() }));
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
