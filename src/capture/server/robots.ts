import robotsParser from 'robots-parser';

/** What robots.txt files call us. */
export const robotName = 'Commonplace';

/** A robots.txt as its site gave it, and where it lies. */
export type RobotsFile = { address: string; bytes: Uint8Array };

/** Those of these addresses that a robots.txt allows. */
export function allowedIn({ address, bytes }: RobotsFile, asked: readonly string[]): string[] {
  const robots = robotsParser(address, Buffer.from(bytes).toString('utf8'));
  return asked.filter((one) => robots.isAllowed(one, robotName) !== false);
}
