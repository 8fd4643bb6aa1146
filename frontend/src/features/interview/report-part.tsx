import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './interview.module.css'
import { criteria, type Given, type Part } from './interview.ts'
import { useInterviewMessages } from './interview-messages.ts'
import { Assessment } from './judgement.tsx'

export function ReportPart({ part, given }: { part: Part; given: Given }) {
  const messages = useInterviewMessages()
  const judged = criteria.flatMap((criterion) => {
    const mark = given.marks[criterion]
    return mark === undefined ? [] : [{ criterion, mark }]
  })
  return (
    <li className={styles.reportPart}>
      <h2 dir="auto">
        <InlineCode text={part.title} />
      </h2>
      <p className={styles.tags}>
        {judged.length === 0 && <Tag>{messages.notJudged}</Tag>}
        {judged.map(({ criterion, mark }) => (
          <Tag key={criterion}>
            {messages.rubric[criterion]}: {messages.marks[mark]}
          </Tag>
        ))}
      </p>
      <p dir="auto" className={styles.words}>
        {given.answer || messages.noAnswer}
      </p>
      {given.followUp && (
        <>
          <h3 dir="auto">{given.asked ?? messages.followUp}</h3>
          <p dir="auto" className={styles.words}>
            {given.followUp}
          </p>
        </>
      )}
      {given.assessment && (
        <>
          <h3>{messages.judgement}</h3>
          <Assessment assessment={given.assessment} />
        </>
      )}
    </li>
  )
}
