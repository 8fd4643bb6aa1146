import { describe, expect, test } from 'vitest'
import { typedMention, withBoldNames, withIds, withNames } from './mentions.ts'

const person = (id: string, name: string) => ({ id, name, isActive: true })
const people = [person('admin_1', 'Ada'), person('admin_2', 'Ada Lovelace'), person('admin_3', 'Zoë *K*')]
const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? 'Someone'

describe('mentions', () => {
  test.each([
    ['@Ada, see', '@{admin_1}, see'],
    ['@Ada Lovelace: yes', '@{admin_2}: yes'],
    ['(@Zoë *K*)', '(@{admin_3})'],
    ['@Ada @Ada Lovelace', '@{admin_1} @{admin_2}'],
  ])('“%s” is stored with ids, and typed again as it was', (text, stored) => {
    expect(withIds(text, people, new Map())).toBe(stored)
    expect(withNames(stored, nameOf)).toBe(text)
  })

  test.each(['@Adam', '@nobody', 'ada@example.org', '@'])('“%s” mentions nobody', (text) => {
    expect(withIds(text, people, new Map())).toBe(text)
  })

  test('are of the picked account, if several have the name', () => {
    const twins = [...people, person('admin_4', 'Ada')]
    expect(withIds('@Ada', twins, new Map([['Ada', 'admin_4']]))).toBe('@{admin_4}')
  })

  test('show a name as it is, whatever it has in it', () => {
    expect(withBoldNames('@{admin_3}', nameOf)).toBe(String.raw`**@Zoë \*K\***`)
  })

  test.each([
    ['Is this right, @lo', 'lo'],
    ['@', ''],
    ['(@Zo', 'Zo'],
    ['ada@ex', undefined],
    ['@ada ', undefined],
  ])('in “%s”, %s is being typed', (text, term) => {
    expect(typedMention(text, text.length)?.term).toBe(term)
  })
})
