/**
 * Words that label the parts of a question, in the languages that public question lists come in. Where a list is
 * in another language, structure decides (see read-answer-line.ts), so a missing word loses nothing but a label.
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

/** Words of an item that is answered in one's own words, from the specification. */
export const openEndedWords = /\b(?:explain|describe|what|how|why)\b/i

/** What a first option may be labelled with, per script; those that follow are taken by their script. */
export const firstLabels = new Set([
  'a',
  'а',
  'أ',
  'ا',
  'א',
  'α',
  '가',
  'ㄱ',
  'ア',
  '甲',
  'क',
  'अ',
  'ক',
  'الف',
])

/** What a letter is often typed for: Cyrillic for Latin ones of the same look, Alef with and without its marks. */
export const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
}
