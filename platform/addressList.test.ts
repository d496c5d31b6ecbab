import { describe, expect, it } from 'vitest';
import { AddressList, isNetwork } from './addressList';

describe('a list of addresses', () => {
  it('has addresses however they are written, and those of its networks', () => {
    const list = new AddressList(['127.0.0.1', '10.1.0.0/16', '::1', 'fd00::/8']);
    for (const inside of ['127.0.0.1', '10.1.255.7', '0:0:0:0:0:0:0:1', 'fd12::9'])
      expect([inside, list.has(inside)]).toEqual([inside, true]);
    for (const outside of ['127.0.0.2', '10.2.0.1', '::2', 'fe80::1', '', 'unknown', '10.1.0.0/16'])
      expect([outside, list.has(outside)]).toEqual([outside, false]);
    expect(new AddressList([]).has('127.0.0.1')).toBe(false);
  });

  it('takes nothing that is no address', () => {
    for (const entry of ['localhost', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0/8', '', '*', '10.0.0.1/x'])
      expect([entry, isNetwork(entry)]).toEqual([entry, false]);
  });
});
