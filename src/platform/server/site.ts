import { environment } from './env.ts';

/** What every page says about the site. Its title is the product's name with the .dev suffix. `url` has no slash at the end. */
export function siteIdentity() {
  const env = environment();
  return {
    name: env.SITE_NAME,
    title: `${env.SITE_NAME}.dev`,
    url: env.SITE_URL.replace(/\/$/, ''),
    description: 'Save, share, and discuss. AI-powered reading helps you find amazing content.',
    adsAccount: env.ADS_ACCOUNT,
  };
}
