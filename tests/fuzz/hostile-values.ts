import { object, Written } from './json.ts'

const levels = 10_000

/** Values that code often doesn't expect, as JSON text. */
export const hostileValues: readonly Written[] = [
  ...numbers(),
  ...hostileStrings().map((text) => JSON.stringify(text)),
  // A lone surrogate, which UTF-8 can't encode.
  String.raw`"\ud800"`,
  String.raw`"\udc00\ud800"`,
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '{"":""}',
  '{"__proto__":{"isAdmin":true,"role":"super_admin"}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":7,"then":{}}',
  '{"length":1000000000}',
  '{"$ne":null}',
  `[${'0,'.repeat(9_999)}0]`,
  '['.repeat(levels) + ']'.repeat(levels),
  `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
].map((text) => new Written(text))

function numbers(): string[] {
  return [
    '0',
    '-0',
    '-1',
    '0.1',
    '32768',
    '2147483648',
    '-2147483649',
    '9007199254740993',
    '9223372036854775808',
    '1e20',
    '1e308',
    '1e999',
    '-1e999',
    '5e-324',
    '9'.repeat(400),
  ]
}

/** Strings for bodies, queries, ids and headers. */
export function hostileStrings(): string[] {
  return [
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\uffff\ufffe',
    '\u202ereversed\u2066',
    'é'.repeat(200),
    '👩‍👩‍👧‍👦'.repeat(50),
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!',
    'x'.repeat(5_000),
    '__proto__',
    'constructor',
    'prototype',
    'constructor.prototype.isAdmin',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '-1',
    '1e9',
    '0x10',
    '9223372036854775808',
    '99999999999999999999999',
    "' or 1=1 --",
    '"; drop table question; --',
    '%',
    '_',
    '\\',
    '%%%\\_',
    '(((((((((((',
    'a & | ! ( : * <->',
    '#{7*7}{{7*7}}<%= 7*7 %>',
    '<script>alert(1)</script>',
    '../../../../etc/passwd',
    '..\\..\\windows',
    'a\r\nSet-Cookie: a=b',
    '2026-02-30',
    '0000-00-00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '2026-01-01T00:00:00+25:00',
    '24:60',
    'Europe/Nowhere',
    '+99:99',
    'Etc/GMT+14',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'a@b',
    `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
    '"a b"@example.org',
    'http://127.0.0.1:22/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
  ]
}

/** Keys that are added to a body. */
export const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  '\u0000',
  'id',
  'role',
  '$where',
]

export const pollution = object({ prototype: object({ isAdmin: true }), isAdmin: true, role: 'super_admin' })
