import { keys } from './keys.ts';

/* How a backup gets a snapshot of the store while others write: the first write of a key after that moment first copies
   the key aside (inside Redis, in the same step), unless the backup has read it already. */

/** Commands that change nothing. Any other counts as a write of the first key that it names. */
const reads = `DBSIZE EXISTS GET GETRANGE HEXISTS HGET HGETALL HKEYS HLEN HMGET HRANDFIELD HSCAN HSTRLEN HVALS INFO KEYS
  LINDEX LLEN LPOS LRANGE MGET PING PTTL SCAN SCARD SDIFF SINTER SISMEMBER SMEMBERS SMISMEMBER SRANDMEMBER SSCAN STRLEN
  SUNION TIME TTL TYPE ZCARD ZCOUNT ZDIFF ZINTER ZLEXCOUNT ZMSCORE ZRANGE ZRANGEBYLEX ZRANGEBYSCORE ZRANK ZREVRANGE
  ZREVRANGEBYLEX ZREVRANGEBYSCORE ZREVRANK ZSCAN ZSCORE ZUNION`.replace(/\s+/g, ' ');
/** Commands that change several keys. An argument that is not a key may be taken for one: copying that is harmless. */
const ofSeveral = 'DEL UNLINK RENAME RENAMENX COPY MSET MSETNX SMOVE LMOVE RPOPLPUSH';
/** Commands that are not wrapped in a script: scripts, and commands without keys. */
const unwrapped = 'EVAL EVALSHA EVAL_RO EVALSHA_RO SCRIPT FLUSHALL FLUSHDB';

/** On one line, so that line numbers in errors are those of the script below. Checks for a backup at the first write. */
const prelude = `
  local redis = (function(redis)
    local run
    local function keep(name)
      if run == nil then run = redis.call('GET', '${keys.backupKeeping}') end
      if not run or string.sub(name, 1, 7) == 'backup:' then return end
      local own = 'backup:' .. run
      if redis.call('SADD', own .. ':kept', name) == 1
        and redis.call('COPY', name, own .. ':image:' .. name) == 1 then
        redis.call('SADD', own .. ':images', name)
      end
    end
    local kinds = {}
    local function kindOf(command)
      local word = ' ' .. command .. ' '
      local kind = string.find(' ${reads} ', word, 1, true) and 'read'
        or string.find(' ${ofSeveral} ', word, 1, true) and 'several' or 'one'
      kinds[command] = kind
      return kind
    end
    local function keeping(call)
      return function(command, ...)
        local kind = kinds[command] or kindOf(command)
        if kind == 'one' then keep((...))
        elseif kind == 'several' then for _, name in ipairs({ ... }) do keep(name) end end
        return call(command, ...)
      end
    end
    return setmetatable({ call = keeping(redis.call), pcall = keeping(redis.pcall) }, { __index = redis })
  end)(redis)
`.replace(/\s*\n\s*/g, ' ');

/** The same script, with copies of the keys that it changes while a backup is being taken. */
export function copyOnWriteScript(lua: string): string {
  return `${prelude}${lua}`;
}

const wrapper = copyOnWriteScript('return redis.call(unpack(ARGV))');
export const readCommands: ReadonlySet<string> = new Set(reads.split(' '));
const unchanged = new Set([...readCommands, ...unwrapped.split(' ')]);

/** The body of a request in which every single write command is wrapped in a script that copies what it changes. */
export function copyOnWriteCommands(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  if (Array.isArray(body[0])) return body.map(copyOnWriteCommands);
  const [command, ...rest] = body as unknown[];
  const name = String(command).toUpperCase();
  return unchanged.has(name) ? body : ['EVAL', wrapper, 0, name, ...rest];
}
