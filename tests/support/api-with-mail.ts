import { startApi } from './api.ts';
import { testMailbox } from './servers/mailbox.ts';

/** The API with the mail server that it sends through; stopping one stops the other. */
export async function startApiWithMail(env: Record<string, string> = {}) {
  const mailbox = await testMailbox();
  const api = await startApi({ SMTP_URL: mailbox.url, ...env });
  const stop = async () => {
    await api.stop();
    await mailbox.stop();
  };
  return { mailbox, api: { ...api, stop } };
}
