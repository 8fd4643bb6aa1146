import type { InterviewAssessment } from '@rehearse/contracts'
import { criteria, type Interview, scoreOf } from './interview.ts'
import type { InterviewMessages } from './messages/en.ts'

/** The report as Markdown, to be kept wherever one keeps such things. */
export function reportText(interview: Interview, messages: InterviewMessages, day: string): string {
  const { setup, parts, given } = interview
  const score = scoreOf(given)
  return [
    `# ${messages.reportTitle}`,
    `${messages.roles[setup.role]} · ${messages.levels[setup.level]} · ${messages.minutes(setup.minutes)} · ${day}`,
    `${messages.overall}: ${score === null ? messages.notJudged : `${score} %`}`,
    ...parts.flatMap((part, position) => {
      const one = given[position]
      const marks = criteria.flatMap((criterion) => {
        const mark = one?.marks[criterion]
        return mark === undefined ? [] : [`- ${messages.rubric[criterion]}: ${messages.marks[mark]}`]
      })
      return [
        `## ${position + 1}. ${part.title}`,
        part.content,
        `### ${messages.answer}`,
        one?.answer || messages.noAnswer,
        `### ${one?.asked ?? messages.followUp}`,
        one?.followUp || messages.noAnswer,
        marks.length === 0 ? messages.notJudged : marks.join('\n'),
        ...(one?.assessment ? judgementText(one.assessment, messages) : []),
      ]
    }),
    '',
  ].join('\n\n')
}

const judgementText = ({ marks, remarks }: InterviewAssessment, messages: InterviewMessages) => [
  `### ${messages.judgement}`,
  criteria
    .map((criterion) => `- ${messages.rubric[criterion]}: ${messages.marks[marks[criterion]]}`)
    .join('\n'),
  remarks,
]
