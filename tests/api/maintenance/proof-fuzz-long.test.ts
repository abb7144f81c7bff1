import { test } from 'vitest';
import { expectFuzzingFindsNothing } from '../../support/fuzzed.ts';

const name = 'no input of 600 is answered by a fault, and what is refused writes nothing';
test(name, { timeout: 1_200_000, tags: ['long'] }, () => expectFuzzingFindsNothing(600));
