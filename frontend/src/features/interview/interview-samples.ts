import type { PublicQuestion } from '@rehearse/contracts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { sampleQuestion } from '../../testing/samples.ts'

const idOf = (number: number) => `8d5229c8-16de-4b2d-98c4-df2164f3c7b${number}`
const open = (number: number, part: Partial<PublicQuestion>) =>
  sampleQuestion({ id: idOf(number), type: 'open-ended', selection: null, options: [], content: '', ...part })

export const introduction = open(1, { title: 'Tell me about yourself', category: 'Interview' })
export const concept = open(2, { title: 'Explain closures' })
export const secondConcept = open(3, { title: 'Explain promises' })
export const design = open(4, { title: 'Design a chat', category: 'System Design' })
export const behavioral = open(5, { title: 'A conflict', category: 'Interview' })
export const yourQuestions = open(6, { title: 'Anything else?', category: 'Interview' })

export const explanation =
  'A function with its variables.\n\n**Checklist**\n\n- Defines the scope\n  > Where do the variables live?\n- Names a memory trap\n  > How do you find a leak?'

/** The network of a mock interview, with a question for each part. */
export const interviewNetwork = (more: Parameters<typeof fakeNetwork>[0] = {}) =>
  fakeNetwork({
    'GET /api/questions/unified': ({ query }) => ({ success: true, data: questionsFor(query) }),
    'GET /api/challenges': () => ({
      success: true,
      data: [
        {
          id: 'menu',
          kind: 'web',
          title: 'A menu',
          description: 'Build it.',
          category: 'javascript',
          difficulty: 'medium',
        },
        {
          id: 'review',
          kind: 'review',
          title: 'A review',
          description: '',
          category: 'javascript',
          difficulty: 'medium',
        },
      ],
    }),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((number) => [
        `POST /api/questions/unified/${idOf(number)}/check`,
        () => ({
          success: true,
          result: {
            isCorrect: null,
            correctOptionIds: [],
            correctResponse: null,
            explanation,
            optionFeedback: [],
          },
        }),
      ]),
    ),
    ...more,
  })

function questionsFor(query: URLSearchParams): PublicQuestion[] {
  if (query.get('topic') === 'Introductions') return [introduction]
  if (query.has('topic')) return [yourQuestions]
  if (query.has('sectionId')) return [design]
  return query.has('tags') ? [behavioral] : [concept, secondConcept, design]
}
