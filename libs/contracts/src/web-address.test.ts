import { expect, test } from 'vitest'
import { photoAddress } from './identity/profile.ts'
import { jobDocument } from './questions/interview-library.ts'
import { articleDocument } from './questions/reading.ts'
import { learningPathInput } from './questions/taxonomy.ts'
import { hasUserInfo, storedAddress, webAddress } from './web-address.ts'

const disguised = [
  'https://127.0.0.1@evil.example/',
  'https://known.example:443@evil.example/',
  'https://known.example%2Fpath@evil.example',
  'https:known.example@evil.example',
  'https:\\\\known.example@evil.example',
  'https:///known.example@evil.example/',
  'https://@evil.example/',
  'https://:@evil.example/',
  ' https://known.example@evil.example/',
  'HTTPS://a:b@evil.example',
  'https:/\t/known.example@evil.example',
]
const plain = [
  'https://known.example/@name',
  'https://known.example?mail=a@b.example',
  'https://known.example#@',
  'https://known.example:8443/a@b',
]

test.each(disguised)('%j is refused', (address) => {
  expect(hasUserInfo(address)).toBe(true)
  expect(webAddress.safeParse(address).success).toBe(false)
  expect(photoAddress.safeParse(address).success).toBe(false)
})

test.each(plain)('%j is accepted', (address) => {
  expect(webAddress.safeParse(address).success).toBe(true)
  expect(photoAddress.safeParse(address).success).toBe(true)
})

test('so in every field of a body, while what was stored stays readable', () => {
  const [address] = disguised as [string]
  expect(jobDocument.shape.url.safeParse(address).success).toBe(false)
  expect(articleDocument.shape.sources.safeParse([{ title: 't', url: address }]).success).toBe(false)
  expect(learningPathInput.shape.resources.safeParse([address]).success).toBe(false)
  expect(learningPathInput.shape.resources.safeParse(['MDN', 'mail a@b.example']).success).toBe(true)
  expect(storedAddress.safeParse(address).success).toBe(true)
})
