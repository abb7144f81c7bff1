import type { ServerResponse } from 'node:http';
import { startHttpServer } from './http-server.ts';
import { vectorOf } from '../meanings.ts';

/** How the model responds: the chunks that it streams, and how that ends; `silent` never responds. */
export type Behaviour =
  | { says: string[]; tokens?: number }
  | { status: number; retryAfter?: number }
  | { cutAfter: string[] }
  | { invalidAfter: string[] }
  | { toolCall: string }
  | 'silent';

/**
 * How it embeds: `meaning` as in meanings.ts; `none` returns vectors without a direction; other values are wrong
 * responses.
 */
export type Embedding =
  'meaning' | 'none' | 'too few' | 'silent' | { status: number; retryAfter?: number; over?: string };

type Answer = Exclude<Behaviour, 'silent'>;

/**
 * A local OpenAI-compatible endpoint that responds as a test tells it, streaming if requested, and embeds texts.
 * `asked` are the request bodies, `embedded` the texts.
 */
export async function startModelServer() {
  const asked: string[] = [];
  const embedded: string[] = [];
  let embedding: Embedding = 'meaning';
  let behaviour: Behaviour = { says: ['Nothing.'] };
  const server = await startHttpServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      if (request.url?.endsWith('/embeddings')) {
        const { input } = JSON.parse(body) as { input: string[] };
        embedded.push(...input);
        return embed(response, input, embedding);
      }
      asked.push(body);
      if (behaviour === 'silent') return;
      const streams = (JSON.parse(body) as { stream?: boolean }).stream === true;
      (streams ? stream : answer)(response, behaviour);
    });
  });
  return {
    url: `${server.url}/v1`,
    asked,
    embedded,
    calls: server.calls,
    embedBy: (next: Embedding) => {
      embedding = next;
      embedded.length = 0;
    },
    behave: (next: Behaviour) => {
      behaviour = next;
      asked.length = 0;
    },
    stop: server.stop,
  };
}

/** `over`: only requests with a text that contains it are refused. */
function embed(response: ServerResponse, texts: string[], how: Embedding): void {
  if (how === 'silent') return;
  if (typeof how === 'object' && (how.over === undefined || texts.some((text) => text.includes(how.over ?? '')))) {
    return refuse(response, how);
  }
  const given = how === 'too few' ? texts.slice(1) : texts;
  const data = given.map((text, index) => {
    const embedding = how === 'none' ? vectorOf(text).map(() => 0) : vectorOf(text);
    return { object: 'embedding', index, embedding };
  });
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', data, model: 'e', usage: { prompt_tokens: 7, total_tokens: 7 } }));
}

/** Sends the refusal, if this behaviour is one, and returns whether it did. */
function refused(response: ServerResponse, behaviour: Answer): behaviour is Extract<Answer, { status: number }> {
  if (!('status' in behaviour)) return false;
  refuse(response, behaviour);
  return true;
}

function refuse(response: ServerResponse, { status, retryAfter }: { status: number; retryAfter?: number }): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
  });
  response.end(JSON.stringify({ error: { message: 'Not now.', type: 'error' } }));
}

/** Sends the whole answer at once, without streaming. */
function answer(response: ServerResponse, behaviour: Answer): void {
  if (refused(response, behaviour)) return;
  const pieces = piecesOf(behaviour);
  const json = JSON.stringify({
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      'toolCall' in behaviour
        ? { index: 0, message: { role: 'assistant', tool_calls: [callOf(behaviour)] }, finish_reason: 'tool_calls' }
        : { index: 0, message: { role: 'assistant', content: pieces.join('') }, finish_reason: 'stop' },
    ],
    usage: usageOf(behaviour),
  });
  response.writeHead(200, { 'Content-Type': 'application/json' });
  if ('cutAfter' in behaviour) {
    response.write(json.slice(0, json.length / 2));
    return void response.socket?.destroySoon();
  }
  response.end('invalidAfter' in behaviour ? json.slice(1) : json);
}

function stream(response: ServerResponse, behaviour: Answer): void {
  if (refused(response, behaviour)) return;
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (data: string) => response.write(`data: ${data}\n\n`);
  const chunk = (delta: object, finish: string | null = null, usage?: object) =>
    send(
      JSON.stringify({
        id: 'c1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...(usage && { usage }),
      }),
    );
  if ('toolCall' in behaviour) {
    chunk({ role: 'assistant', tool_calls: [callOf(behaviour)] });
    chunk({}, 'tool_calls');
    return finished(response, send);
  }
  const pieces = piecesOf(behaviour);
  for (const content of pieces) chunk({ role: 'assistant', content });
  if ('cutAfter' in behaviour) return void response.socket?.destroySoon();
  if ('invalidAfter' in behaviour) send('{"choices": [nonsense');
  chunk({}, 'stop', usageOf(behaviour));
  finished(response, send);
}

function finished(response: ServerResponse, send: (data: string) => void): void {
  send('[DONE]');
  response.end();
}

function piecesOf(behaviour: Answer): string[] {
  if ('says' in behaviour) return behaviour.says;
  if ('cutAfter' in behaviour) return behaviour.cutAfter;
  return 'invalidAfter' in behaviour ? behaviour.invalidAfter : [];
}

function callOf({ toolCall }: { toolCall: string }) {
  return { index: 0, id: 't1', type: 'function', function: { name: toolCall, arguments: '{}' } };
}

function usageOf(behaviour: Answer) {
  const tokens = 'says' in behaviour ? (behaviour.tokens ?? 50) : 50;
  return { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens };
}
