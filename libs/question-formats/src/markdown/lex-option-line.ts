export interface OptionLine {
  /** In lower case; missing for a task item without a letter. */
  label?: string
  /** An explicit id, in our dialect: `{#id}`. */
  id?: string
  /** The state of a check box; missing without one. */
  checked?: boolean
  /** Marked as correct by `[correct]`, `[x]`, `[✓]`, ✅ … at its end. */
  marked: boolean
  text: string
  /** `text` including an `[x]` at its end, which is text where check boxes are the key. */
  rawText: string
}

const bullet = /^[-*+•][ \t]+/
const box = /^\[( |x|X|✓|✔|✅|correct)\](?:[ \t]+|$)/
/** `A. [x] text`; a box without a text is one. */
const boxAfterLabel = /^\[( |x|X|✓|✔|✅|correct)\][ \t]+(?=\S)/
const ownId = /^\{#([A-Za-z0-9_-]{1,32})\}(?:[ \t]+|$)/
const labelled =
  /^(?:\*\*|__)?(\()?(\p{L}|الف)ـ?(?:\*\*|__)?([:：]|[.．、](?=(?:\*\*|__)?(?:[ \t]|$))|\))(?:\*\*|__)?(?:[ \t]+|$|(?=\S))(.*)$/su
const mark = /(?:^|[ \t]+)(?:\[(?:correct|x|X|✓|✔|✅)\]|\((?:correct|✓|✔|✅)\)|[✅✔✓]\uFE0F?)[ \t]*$/i
const clearMark = /(?:^|[ \t]+)(?:\[(?:correct|✓|✔|✅)\]|\((?:correct|✓|✔|✅)\)|[✅✔✓]\uFE0F?)[ \t]*$/i
const MARK_LENGTH = 16
const leadingMark = /^(?:\[(?:correct|✓|✔|✅)\]|[✅✔✓]\uFE0F?)[ \t]+/i

/** Reads one line as an option: an optional bullet, then a check box, a letter or both. */
export function lexOptionLine(line: string, position: number): OptionLine | undefined {
  let rest = line.trim().replace(bullet, '')
  const boxed = box.exec(rest)
  if (boxed) rest = rest.slice(boxed[0].length)
  const checked = boxed ? { checked: boxed[1] !== ' ' } : {}
  const named = ownId.exec(rest)
  if (named?.[1]) return { id: named[1], ...checked, ...withoutMark(rest.slice(named[0].length)) }
  const letter = labelled.exec(rest)
  const label = letter?.[2]?.toLowerCase()
  if (letter && label && isLabelAt(label, position) && (letter[1] === undefined || letter[3] === ')')) {
    const text = closeEmphasis(letter[4] ?? '', rest)
    const second = boxed ? undefined : boxAfterLabel.exec(text)
    if (second) return { label, checked: second[1] !== ' ', ...withoutMark(text.slice(second[0].length)) }
    return { label, ...checked, ...withoutMark(text) }
  }
  return boxed ? { ...checked, ...withoutMark(rest) } : undefined
}

/** Whether an option with this label can be at this position, from 0. */
function isLabelAt(label: string, position: number): boolean {
  const latin = latinLetters[label] ?? label
  if (/^[a-z]$/.test(latin) && latin.charCodeAt(0) - 97 === position) return true
  return position === 0 ? firstLabels.has(label) : /^[^a-z]/.test(label)
}

function withoutMark(rawText: string): { marked: boolean; text: string; rawText: string } {
  const unled = rawText.trimEnd().replace(leadingMark, '')
  // Only the end is looked at, so that a long line of blanks costs nothing.
  const withoutEnd = (pattern: RegExp) =>
    (unled.slice(0, -MARK_LENGTH) + unled.slice(-MARK_LENGTH).replace(pattern, '')).trimEnd()
  const text = withoutEnd(mark)
  return { marked: text !== rawText.trimEnd(), text, rawText: withoutEnd(clearMark) }
}

/** Restores the emphasis of `**B) text**` after the letter was removed. */
function closeEmphasis(text: string, whole: string): string {
  const opening = whole.slice(0, 2)
  const odd = (opening === '**' || opening === '__') && (text.split(opening).length - 1) % 2 === 1
  if (!odd) return text
  const last = text.lastIndexOf(opening)
  return text.slice(0, last) + text.slice(last + 2)
}

const trueOrFalse = /^(?:[-*+•][ \t]+)?(?:[([]( |x|X|✓|✔)[)\]][ \t]+)?(?:\*\*)?(true|false)(?:\*\*)?\.?(.*)$/i

/** Reads a line with only True or False, and perhaps a mark. */
export function lexTrueFalseLine(line: string): OptionLine | undefined {
  const found = trueOrFalse.exec(line.trim())
  if (!found?.[2]) return undefined
  const rest = withoutMark(found[3] ?? '')
  if (rest.text.trim() !== '') return undefined
  const text = found[2].toLowerCase() === 'true' ? 'True' : 'False'
  const checked = found[1] === undefined ? {} : { checked: found[1] !== ' ' }
  return { ...checked, marked: rest.marked, text, rawText: text }
}

/** Splits options on one line: `a) one b) two c) three`. */
export function splitInlineOptions(line: string): string[] {
  const first = /^\(?([aA])([.)])[ \t]/.exec(line.trim())
  if (!first) return [line]
  const parts: string[] = []
  let rest = line.trim()
  for (let code = (first[1] ?? 'a').charCodeAt(0) + 1; ; code++) {
    const at = rest.search(new RegExp(`[ \\t]\\(?${String.fromCharCode(code)}\\${first[2]}[ \\t]`))
    if (at === -1) break
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at + 1)
  }
  return parts.length === 0 ? [line] : [...parts, rest]
}

/**
 * Labels of a question's parts, in the languages of public question lists. In other languages structure decides, so a
 * missing word loses only a label.
 */
const pattern = (words: string) =>
  words
    .trim()
    .split(/\s*,\s*/)
    .join('|')

export const answerWords = pattern(`
  correct answers?, right answers?, answers?(?: key)?, ans, correct options?, correct choices?, correct, solution,
  答案, 正确答案, 正確答案, 回答, 答え, 正解, 답, 정답, đáp án, ответы?, правильный ответ, відповідь, правильна відповідь,
  réponses?, bonne réponse, respuestas?, respuesta correcta, respostas?, resposta correta, risposta, risposta corretta,
  antwort(?:en)?, richtige antwort, antwoord, odpowiedź, odpověď, odgovor, răspuns, svar, vastaus, cevap, doğru cevap,
  jawaban, javob, απάντηση, תשובה, الإجابة الصحيحة, الاجابة الصحيحة, الإجابة, إجابة, الاجابة, الجواب, جواب, پاسخ, उत्तर, উত্তর
`)

export const explanationWords = pattern(`
  explanation, explain, rationale, reason, reasoning, why, erklärung, begründung, explication, explicación, spiegazione,
  explicação, объяснение, пояснение, пояснення, 解释, 解析, 解説, 説明, 해설, 설명, giải thích, açıklama, penjelasan, wyjaśnienie,
  uitleg, الشرح, شرح, توضیح, توضيح
`)

/** Headings and labels that only announce the options. */
export const optionsWords = 'options|choices|answer options|possible answers|select (?:one|all that apply)'

export const questionWords = pattern(`
  q, question, quiz question, pregunta, pergunta, frage, domanda, vraag, pytanie, вопрос, питання, soru, soal, câu, câu hỏi,
  السؤال, سؤال, سوال, 問題, 問, 题, 题目, 질문, 문제, प्रश्न, প্রশ্ন
`)

/** The specification's words for open-ended items. */
export const openEndedWords = /\b(?:explain|describe|what|how|why)\b/i

/** The label of a first option, by script; later ones must have the same script. */
const firstLabels = new Set(['a', 'а', 'أ', 'ا', 'א', 'α', '가', 'ㄱ', 'ア', '甲', 'क', 'अ', 'ক', 'الف'])

/** Letters that look alike: Cyrillic for Latin, Alef with and without its marks. */
export const latinLetters: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
}
