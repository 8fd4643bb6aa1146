import { parse } from './markdown.tsx'

/** A point that a strong answer covers. */
export interface ChecklistPoint {
  text: string
  /** The question that digs into the point in mock interviews: the quote below it, empty if there is none. */
  followUp: string
}

/** Splits an explanation into the model answer and the points listed below a line that reads `**Checklist**`. */
export function splitChecklist(explanation: string): { answer: string; points: ChecklistPoint[] } {
  const nodes = parse(explanation).children
  const label = nodes.findIndex(
    (node) =>
      node.type === 'paragraph' && /^\*\*Checklist:?\*\*:?$/.test(explanation.slice(...rangeOf(node)).trim()),
  )
  const list = nodes[label + 1]
  const start = nodes[label]
  if (!start || list?.type !== 'list') return { answer: explanation, points: [] }
  const points = list.children.flatMap(({ children }) => {
    const quote = children.length > 1 && children.at(-1)?.type === 'blockquote' ? children.at(-1) : undefined
    const [first] = children
    const last = children.at(quote ? -2 : -1)
    if (!first || !last) return []
    const followUp = quote ? explanation.slice(...rangeOf(quote)).replaceAll(/^\s*> ?/gm, '') : ''
    return [{ text: explanation.slice(rangeOf(first)[0], rangeOf(last)[1]), followUp }]
  })
  const answer = [explanation.slice(0, rangeOf(start)[0]), explanation.slice(rangeOf(list)[1])]
  return {
    answer: answer
      .map((part) => part.trim())
      .join('\n\n')
      .trim(),
    points,
  }
}

/** The explanation that `splitChecklist` splits into these parts. */
export function joinChecklist({ answer, points }: ReturnType<typeof splitChecklist>): string {
  if (points.length === 0) return answer
  const list = points
    .map(({ text, followUp }) => {
      const quote = followUp === '' ? '' : `\n${followUp.replaceAll(/^/gm, '> ')}`
      return `- ${`${text}${quote}`.replaceAll('\n', '\n  ')}`
    })
    .join('\n')
  return `${answer}\n\n**Checklist**\n\n${list}`
}

const rangeOf = ({ position }: ReturnType<typeof parse>['children'][number]): [number, number] => [
  position?.start.offset ?? 0,
  position?.end.offset ?? 0,
]
