import { randomNumbers } from './statistics.ts'

/** Words to search for, with the share of questions that contain each. */
export const planted = {
  veryCommon: { text: 'function', share: 0.6 },
  common: { text: 'component', share: 0.2 },
  middling: { text: 'closure', share: 0.01 },
  useEffect: { text: '`useEffect`', share: 0.02 },
  flexbox: { text: 'centre it with flexbox', share: 0.01 },
  equality: { text: '`a === b`', share: 0.15 },
  fetchThen: { text: '`fetch(url).then((reply) => reply.json())`', share: 0.03 },
  arrayMap: { text: '`Array.map`', share: 0.005 },
  plusPlus: { text: '`C++`', share: 0.002 },
  asyncAwait: { text: '`async/await`', share: 0.01 },
  rare: { text: 'xylophone', share: 0.0002 },
} as const

const syllables = 'ba co de fi gu ha jo ke li mo nu pe qua ri so tu ve wi xo yu za sta pro tri con ter'.split(
  ' ',
)
const vocabularySize = 40_000
const vocabulary = Array.from({ length: vocabularySize }, (_, index) => wordOf(index))

/** A unique pronounceable word per number. */
function wordOf(index: number): string {
  let word = ''
  for (let rest = index + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length]
  }
  return word
}

/** Question number `number`, always the same: some 60 words with natural frequencies (Zipf's law). */
export function generatedQuestion(number: number): object {
  const random = randomNumbers(number)
  const word = () => vocabulary[Math.floor(vocabularySize ** random()) - 1] as string
  const words = (count: number) => Array.from({ length: count }, word).join(' ')
  const extra = Object.values(planted).filter(({ share }) => random() < share)
  // One in ten of them is in the title.
  const [inTitle, inText] = [extra.filter(() => random() < 0.1), extra]
  return {
    title: `${['What does', 'How would', 'When is', 'Why is'][number % 4]} ${[words(4), ...inTitle.map(({ text }) => text)].join(' ')}?`,
    content: `${words(20)}. ${inText.map(({ text }) => text).join(', ')}. ${words(12)}.`,
    options: Array.from({ length: 4 }, (_, index) => ({ text: words(5), isCorrect: index === number % 4 })),
    explanation: words(15),
    category: `Category ${number % 25}`,
    topic: `Topic ${number % 200}`,
    learningPath: `Path ${number % 20}`,
    difficulty: ['easy', 'medium', 'hard'][number % 3],
    tags: [`tag${number % 100}`, `area${number % 7}`],
  }
}
