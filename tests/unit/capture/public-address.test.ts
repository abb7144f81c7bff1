import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLocalNetworkAddress, isPublicAddress } from '../../../src/capture/server/get.ts';

test.each([
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '168.63.129.16', '192.0.2.1'],
  ...[
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    'fe80::1',
    'fe80::1%eth0',
  ],
  ...['fc00::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '100::1', '3fff::1'],
  ...['2620:4f:8000::1', '5f00::1', '4000::1', '8000::1'],
  ...['', 'localhost', '1.2.3', '0x7f000001', '010.8.8.8', 'example.org'],
])('%j is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '93.184.215.14', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:2800:21f::1', '2a00:1450::1'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('no private IPv4 address is public in any of its IPv6 forms', () => {
  const byte = fc.nat({ max: 255 });
  fc.assert(
    fc.property(byte, byte, byte, (a, b, c) => {
      for (const form of [`10.${a}.${b}.${c}`, `::ffff:10.${a}.${b}.${c}`, `64:ff9b::10.${a}.${b}.${c}`]) {
        expect(isPublicAddress(form)).toBe(false);
      }
    }),
  );
});

test('a private network excludes link-local services and the public internet', () => {
  for (const own of ['127.0.0.1', '::1', '10.1.2.3', '192.168.1.5', '::ffff:192.168.1.5', '100.101.1.1', 'fd00::1'])
    expect([own, isLocalNetworkAddress(own)]).toEqual([own, true]);
  for (const other of ['169.254.169.254', '168.63.129.16', 'fe80::1', '0.0.0.0', '8.8.8.8', '224.0.0.1', 'nas.lan'])
    expect([other, isLocalNetworkAddress(other)]).toEqual([other, false]);
});
