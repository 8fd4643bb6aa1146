/** An option of a row: its id is the letter of its column. */
export interface SheetOption {
  id: string
  text: string
}

/** The ids of the correct options, or why they can't be told. */
export type FoundKey = { ids: string[] } | { problem: string }

/**
 * The options that a cell names: by their letters (`a, c`), their numbers (`1`), or their texts. If a cell can mean
 * different options, that is a problem: no key is guessed. `option b` and `b)` are always letters.
 * @param isTruth the options are True and False, in any of their spellings
 */
export function findCorrect(cell: string, options: readonly SheetOption[], isTruth = false): FoundKey {
  const text = cell.trim()
  const readings = distinct([
    ...readingsOf(text, options, isTruth),
    ...separators.flatMap((separator) => listed(text.split(separator), options, isTruth)),
  ])
  const [only, other] = readings
  if (only === undefined) {
    return {
      problem: `The correct answer "${text}" is neither the letter, the number nor the text of an option`,
    }
  }
  if (other === undefined) return { ids: only }
  const choices = readings.map((ids) => `"option ${ids.join(', option ')}"`).join(' or ')
  return { problem: `The correct answer "${text}" can mean different options: write ${choices}` }
}

const separators = [/[;؛\n|]/, /[,،、]/, /[/&]/, /\s+/]

/** The ids of a list, in every reading of its parts, if each part names an option. */
function listed(parts: readonly string[], options: readonly SheetOption[], isTruth: boolean): string[][] {
  const filled = parts.map((part) => part.trim()).filter(Boolean)
  if (filled.length < 2) return []
  return filled.reduce<string[][]>(
    (lists, part) => {
      const found = readingsOf(part, options, isTruth)
      // Two readings already are a problem; more would only take time.
      return lists.flatMap((list) => found.map((ids) => [...list, ...ids])).slice(0, 2)
    },
    [[]],
  )
}

/** Every option that a text can mean. */
function readingsOf(text: string, options: readonly SheetOption[], isTruth: boolean): string[][] {
  const sure = explicit.exec(text)?.slice(1).find(Boolean)
  if (sure !== undefined) {
    const id = idOf(sure, options)
    if (id !== undefined) return [[id]]
  }
  const label = bare.test(text) ? idOf(text, options) : undefined
  const [, letter = '', rest = ''] = labeled.exec(text) ?? []
  const truth = isTruth ? truthOf(text) : undefined
  return [
    ...(label === undefined ? [] : [label]),
    ...withText(text, options),
    ...withText(rest, options).filter((id) => id === idOf(letter, options)),
    ...(truth === undefined ? [] : options.filter((one) => truthOf(one.text) === truth).map(({ id }) => id)),
  ].map((id) => [id])
}

const name = String.raw`([a-z]|[أإآابجدهوزحط]|\p{Nd}{1,2})`
const bare = new RegExp(`^${name}$`, 'iu')
const explicit = new RegExp(
  String.raw`^(?:(?:option|choice|answer|الخيار|خيار)\s*${name}|\(${name}\)|${name}[).])$`,
  'iu',
)
const labeled = new RegExp(String.raw`^\(?${name}[).:-]\s*(\S.*)$`, 'isu')

/** The option of a letter, or of a number from 1. */
function idOf(label: string, options: readonly SheetOption[]): string | undefined {
  const letter = label.toLowerCase()
  const arabic = arabicLetters.findIndex((letters) => letters.includes(letter))
  const number = arabic === -1 ? Number(inDigits(letter)) : arabic + 1
  const id = Number.isNaN(number) ? letter : String.fromCharCode(96 + number)
  return options.some((option) => option.id === id) ? id : undefined
}

const arabicLetters = ['أإآا', 'ب', 'ج', 'د', 'ه', 'و', 'ز', 'ح', 'ط']

/** The options with this text: exactly, else whatever its case, width, spaces and digits are. */
function withText(text: string, options: readonly SheetOption[]): string[] {
  if (text === '') return []
  const exact = options.filter((option) => option.text.trim() === text)
  const found = exact.length > 0 ? exact : options.filter((option) => fold(option.text) === fold(text))
  return found.map(({ id }) => id)
}

function fold(text: string): string {
  const plain = inDigits(text.normalize('NFKC')).toLowerCase().replace(/\s+/gu, ' ').trim()
  return /^[+-]?\d+(?:\.\d+)?$/.test(plain) ? String(Number(plain)) : plain
}

/** Digits of every script as those of ASCII: each script has ten in a row, from zero. */
const inDigits = (text: string) =>
  text.replace(/(?=\p{Nd})[^0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String(code - zero)
  })

const distinct = (lists: readonly string[][]): string[][] => {
  const sorted = lists.map((ids) => [...new Set(ids)].sort())
  return [...new Map(sorted.map((ids) => [ids.join(), ids])).values()]
}

const truths = new Map(
  [
    `true, t, yes, y, 1, right, correct, vrai, oui, wahr, richtig, ja, verdadero, cierto, sí, verdadeiro, sim, vero, sì,
    да, правда, верно, истина, так, evet, doğru, waar, prawda, tak, benar, đúng, 对, 對, 是, 正确, 正確, 正しい, はい, ○,
    참, 예, सही, सत्य, נכון, כן, صح, صحيح, صحيحة, صواب, نعم, درست, ✓, ✔, √`,
    `false, f, no, n, 0, wrong, incorrect, faux, non, falsch, nein, falso, não, нет, ложь, неверно, ні, hayır, yanlış,
    onwaar, nee, fałsz, nie, salah, sai, 错, 錯, 否, 错误, 錯誤, 間違い, いいえ, ×, 거짓, 아니요, गलत, असत्य, לא נכון, לא,
    خطأ, خطا, خاطئ, خاطئة, غلط, لا, نادرست, ✗, ✘`,
  ].flatMap((words, isFalse) => words.split(/,\s*/).map((word) => [word, isFalse === 0] as const)),
)

/** Whether a word means true or false, in the languages of public question lists. */
export const truthOf = (text: string): boolean | undefined =>
  truths.get(text.normalize('NFKC').trim().toLowerCase())
