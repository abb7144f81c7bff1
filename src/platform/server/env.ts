import * as z from 'zod';

const webAddress = (name: string) =>
  z
    .url({
      protocol: /^https?$/,
      error: `${name} must be a whole address that begins with http:// or https://.`,
    })
    .transform((address) => address.replace(/\/+$/, ''));

/** A name or an address, with a port unless it is that of https, as `URL` gives it. */
const exactHost = z.string().transform((written, context) => {
  const url = URL.parse(`https://${written}`);
  if (url && url.href === `https://${url.host}/` && !/[*/]/.test(written)) return url.host;
  context.addIssue('EXPORT_HOSTS names hosts with commas between, such as nas.lan, git.lan:3000, 192.168.1.5.');
  return z.NEVER;
});

const required = (sentence: string) => z.string({ error: sentence });

const Environment = z.object({
  SITE_URL: webAddress('SITE_URL').default('http://localhost:8888'),
  SITE_NAME: z.string().default('Commonplace'),
  UPSTASH_REDIS_REST_URL: required(
    'UPSTASH_REDIS_REST_URL is missing: give the REST address of the Upstash database, or use `npm start`, which brings its own.',
  ).pipe(webAddress('UPSTASH_REDIS_REST_URL')),
  UPSTASH_REDIS_REST_TOKEN: required(
    'UPSTASH_REDIS_REST_TOKEN is missing: give the token that belongs to UPSTASH_REDIS_REST_URL.',
  ),
  SESSION_SECRET: required('SESSION_SECRET is missing: give 32 random characters or more, kept secret.').min(
    32,
    'SESSION_SECRET is too short: give 32 random characters or more.',
  ),
  /** How much one person may store: notes, their versions, copies of pages, highlights, comments and drafts. */
  STORAGE_QUOTA_MB: z.coerce
    .number('STORAGE_QUOTA_MB must be a number, such as 1024.')
    .positive('STORAGE_QUOTA_MB must be greater than 0.')
    .default(1024),
  /** Any Redis or Valkey, which `npm start` and `npm run serve` use in place of one of their own. */
  REDIS_URL: z
    .url({
      protocol: /^rediss?$/,
      error: 'REDIS_URL must look like redis://user:password@host:6379/0, or rediss://… for TLS.',
    })
    .optional(),
  BUILD_HOOK_URL: webAddress('BUILD_HOOK_URL').optional(),
  /** For how many minutes after a build additions wait for the next one. Removals never wait. */
  PUBLISH_EVERY: z.coerce
    .number('PUBLISH_EVERY must be a number of minutes, such as 60.')
    .min(0, 'PUBLISH_EVERY must be 0 or more.')
    .default(60),
  /** How many of the newest notes are files; functions answer for older ones. */
  PRERENDER_NOTES: z.coerce
    .number({ error: 'PRERENDER_NOTES must be a number, such as 10000.' })
    .int('PRERENDER_NOTES must be a whole number.')
    .positive('PRERENDER_NOTES must be greater than 0.')
    .default(10_000),
  RATE_LIMIT_SCALE: z.coerce
    .number({ error: 'RATE_LIMIT_SCALE must be a number, such as 1.' })
    .positive('RATE_LIMIT_SCALE must be greater than 0.')
    .default(1),
  /** The source of icons that no installed collection has. */
  ICON_API_URL: webAddress('ICON_API_URL').default('https://api.iconify.design'),
  /** The address of the account that owns the installation, once it is verified. */
  OWNER_EMAIL: z
    .string()
    .transform((address) => address.trim().toLowerCase())
    .pipe(z.email('OWNER_EMAIL must be an e-mail address such as name@example.org.'))
    .optional(),
  ADS_ACCOUNT: z.string().optional(),
  /** The WebSub hub that is notified of every publication, and that feeds name to subscribers. */
  WEBSUB_HUB_URL: webAddress('WEBSUB_HUB_URL').optional(),
  /** The mail server. Without it no mail is sent, and the log says so. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'SMTP_URL must look like smtp://user:password@host:587 or smtps://….' })
    .optional(),
  /** Who mail is from: an address, or a name with the address in angle brackets. */
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'MAIL_FROM must be an address, or look like Name <name@example.org>.')
    .optional(),
  /** Whether people may sign up on a public site that sends no mail: nobody can then prove an address. */
  SIGNUP_WITHOUT_MAIL: z.enum(['on', 'off'], 'SIGNUP_WITHOUT_MAIL must be on or off.').optional(),
  /** An OpenAI-compatible endpoint and its model. Without them, the reading assistant only quotes. */
  AI_BASE_URL: webAddress('AI_BASE_URL').optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  /** The endpoint's embedding model, by which a search finds notes that share no word with it. */
  AI_EMBEDDING_MODEL: z.string().optional(),
  /** Turns every call of a model off, whatever else is set. */
  ASSISTANT_MODEL: z.enum(['on', 'off'], 'ASSISTANT_MODEL must be on or off.').optional(),
  /** How many tokens the model may use in a month, for everyone together and for one person. */
  AI_TOKENS_MONTHLY: z.coerce
    .number('AI_TOKENS_MONTHLY must be a number, such as 2000000.')
    .int()
    .min(0)
    .default(2_000_000),
  AI_TOKENS_MONTHLY_PERSON: z.coerce
    .number('AI_TOKENS_MONTHLY_PERSON must be a number, such as 100000.')
    .int()
    .min(0)
    .default(100_000),
  /** The public half of the owner's key, for which backups are encrypted; no nightly ones are made without it. */
  BACKUP_RECIPIENT: z
    .string()
    .regex(
      /^age1[0-9a-z]+$/,
      'BACKUP_RECIPIENT must be a public key that begins with age1: make one with npm run backup -- --make-key.',
    )
    .optional(),
  /** For how many days a nightly backup is kept. */
  BACKUP_DAYS: z.coerce
    .number('BACKUP_DAYS must be a number, such as 30.')
    .int('BACKUP_DAYS must be a whole number.')
    .min(1, 'BACKUP_DAYS must be 1 or more.')
    .default(30),
  /** Set by `npm start`: the folder of nightly backups, which on the platform go to its object store. */
  BACKUP_DIR: z.string().optional(),
  /** Set by `npm start`: the folder of pictures, which on the platform go to its object store. */
  PICTURES_DIR: z.string().optional(),
  /** Hosts outside the public internet to which scheduled exports may be sent. Nothing else connects to them. */
  EXPORT_HOSTS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(exactHost))
    .default([]),
  /** The lowest level that is logged. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error'], 'LOG_LEVEL must be debug, info, warn or error.').optional(),
  /** Lets other machines read /metrics. */
  METRICS_TOKEN: z.string().min(16, 'METRICS_TOKEN is too short: give 16 random characters or more.').optional(),
  /** Set by the platform in deployed functions: allows purging the CDN. */
  NETLIFY_PURGE_API_TOKEN: z.string().optional(),
});
export type Environment = z.infer<typeof Environment>;

export const settingNames = Object.keys(Environment.shape);

/** The environment cannot run the application. The message has one sentence for each problem, each on its own line. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

let parsed: Environment | undefined;

/**
 * Every setting of the application, checked. The process's own environment is parsed once; another `source` each time.
 * Empty values count as unset. Throws `EnvironmentError` naming all problems at once.
 */
export function environment(source: Record<string, string | undefined> = process.env): Environment {
  if (source !== process.env) return parse(source);
  parsed ??= parse(source);
  return parsed;
}

function parse(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const result = Environment.safeParse(given);
  if (result.success) return result.data;
  throw new EnvironmentError([...new Set(result.error.issues.map((issue) => issue.message))].join('\n'));
}

/** Whether people may sign up. A site that others can reach needs mail, to verify addresses and to reset passwords. */
export function takesAccounts({ SITE_URL, SMTP_URL, SIGNUP_WITHOUT_MAIL }: Environment): boolean {
  return SMTP_URL !== undefined || SIGNUP_WITHOUT_MAIL === 'on' || isLoopback(SITE_URL);
}

/** Whether this address is the machine's own, so that nobody elsewhere can reach it. */
export function isLoopback(siteUrl: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(siteUrl).hostname);
}
