import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/** Runs the unpacked bundle whose entry is named as the platform's machines do: each message is an event, and so is each answer. */
type Head = { statusCode: number; multiValueHeaders?: Record<string, string[]> };
type Handler = (event: unknown, answer: PassThrough, context: object) => Promise<void>;

const heads = new WeakMap<PassThrough, Head>();
const from = (answer: PassThrough, head: Head) => {
  heads.set(answer, head);
  return answer;
};
// Those machines provide this to what they run.
const awslambda = { streamifyResponse: (handler: Handler) => handler, HttpResponseStream: { from } };
Object.assign(globalThis, { awslambda });

// Without what it took to get here: those machines have it done before.
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
  // What fails here is no answer of the function: this process ends by it, and whoever waits hears of that.
  void sent.then(([body]) => process.send?.({ ...heads.get(answer), body, spentMs: spentMs() }));
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
