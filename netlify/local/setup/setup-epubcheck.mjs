import { existsSync } from 'node:fs';
import { findProgram, installed } from './machine.mjs';

/** Debian's package has no program that runs on every kernel: its archive does. */
const archive = '/usr/share/java/epubcheck.jar';

/**
 * How EPUBs are checked on this machine: a program with its first arguments.
 * @returns {[string, ...string[]] | undefined}
 */
export function epubcheck() {
  if (existsSync(archive) && findProgram(['java'])) return ['java', '-jar', archive];
  return findProgram(['epubcheck']) ? ['epubcheck'] : undefined;
}

/**
 * Sees to it that the tests can check EPUBs. Gives the sentence that says what to do where that failed.
 * @returns {string | undefined}
 */
export function provideEpubcheck() {
  if (epubcheck() || installed('epubcheck', () => epubcheck() !== undefined)) return undefined;
  return 'epubcheck is missing and could not be installed here: install it (https://www.w3.org/publishing/epubcheck/).';
}
