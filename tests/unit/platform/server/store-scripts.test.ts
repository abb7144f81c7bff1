import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { declaredScripts, bundle, flatten, luaFunction, luaKey } from '../../../../src/platform/server/store/script.ts';
import { troubles } from './lua-lint.ts';

const src = path.resolve(import.meta.dirname, '../../../../src');

describe('a script’s declaration', () => {
  it.each([
    ['a key that nothing uses', bundle({ keys: ['note', 'head'], body: `return redis.call('GET', note)` }), 'head'],
    ['an argument that nothing uses', bundle({ args: ['uuid', 'now'], body: 'return now' }), 'uuid'],
    ['a local that nothing uses', `local a, b = 1, 2 return a`, 'b'],
    ['a function that nothing uses', `local function one() return 1 end return 2`, 'one'],
    ['a global of nobody', `return redis.call('GET', nte)`, 'nte'],
    ['a global that is written', `found = 1 return 1`, 'found'],
    ['a name that hides another', `local a = 1 local function f(a) return a end return f(a)`, 'a'],
    ['a number in the place of a name', bundle({ keys: ['note'], body: 'return { note, KEYS[1] }' }), 'KEYS'],
    ['a sentence for people', `return 'The note has gone.'`, 'The note has gone.'],
  ])('is refused for %s', (_what, lua, name) => {
    expect(troubles(lua).map((trouble) => trouble.name)).toEqual([name]);
  });

  it('is refused for syntax errors', () => {
    expect(troubles('local function one( return 1')).not.toEqual([]);
  });

  it('is passed as lists in the declared order, fixed keys first', () => {
    const raise = { fixed: { head: 'head' }, body: `local function raise() return redis.call('INCR', head) end` };
    const script = { uses: [raise], keys: ['note', '...tags'], args: ['uuid', '...more'], body: '' } as const;
    const given = { note: 'note:1', tags: ['tag:a', 'tag:b'], uuid: '1', more: [2, 'three'] };
    expect(flatten(script, given)).toEqual({
      keys: ['head', 'note:1', 'tag:a', 'tag:b'],
      args: ['1', '2', 'three'],
    });
  });

  it('includes a part once even if two others use it', () => {
    const one = { body: 'local function one() return 1 end' };
    const two = { uses: [one], body: 'local function two() return one() end' };
    const lua = bundle({ uses: [two, one], body: 'return two() + one()' });
    expect(lua.split('function one()')).toHaveLength(2);
    expect(troubles(lua)).toEqual([]);
  });

  it('leaves out the comments of parts, which would comment out what follows on their line', () => {
    const part = { body: `\n    local one = 1\n    -- The second.\n    local two = 2\n  ` };
    expect(bundle({ uses: [part], body: 'return one + two' })).toBe('local one = 1 local two = 2 return one + two');
  });

  it('may be a function with named arguments', () => {
    const writing = luaFunction('write', { args: ['note', 'json'], body: `redis.call('SET', note, json)` });
    const lua = bundle({ uses: [writing.part], args: ['...given'], body: 'return write(unpack(given))' });
    expect(troubles(lua)).toEqual([]);
    expect(writing.pack({ json: '{}', note: 'note:1' })).toEqual(['note:1', '{}']);
  });

  it('can contain keys whose ids are computed in the script', () => {
    const list = (owner: string, state: string) => `list:${owner}:in:${state}`;
    expect(luaKey(list, 'note.authorId', 'state')).toBe(`'list:' .. note.authorId .. ':in:' .. state`);
    expect(luaKey((id) => `${id}:list`, 'id')).toBe(`'' .. id .. ':list'`);
  });
});

describe('the scripts of the store', () => {
  beforeAll(async () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(src, file))
      .filter((file) => /\b(write|read)Script\(/.test(readFileSync(file, 'utf8')));
    await Promise.all(files.map((file) => import(/* @vite-ignore */ file)));
  });

  it('parse, know every name, use all their declarations and contain no text for people', () => {
    expect(declaredScripts.length).toBeGreaterThan(1);
    expect(declaredScripts.flatMap((lua) => troubles(lua).map((trouble) => ({ ...trouble, lua })))).toEqual([]);
  });

  it('have no comment after code in a part, which would comment out what follows on the line of all parts', () => {
    expect(declaredScripts.filter((lua) => lua.split('\n', 1)[0]?.includes('--'))).toEqual([]);
  });
});
