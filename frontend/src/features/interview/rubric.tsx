import { useId } from 'react'
import styles from './interview.module.css'
import { type Criterion, criteria, type Given, type Mark } from './interview.ts'
import { useInterviewMessages } from './interview-messages.ts'

const marks: readonly Mark[] = [1, 2, 3, 4]

/** One's own judgement, by three questions. */
export function Rubric({
  given,
  onMark,
}: {
  given: Given['marks']
  onMark: (criterion: Criterion, mark: Mark) => void
}) {
  const messages = useInterviewMessages()
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.rubric}>
      <h3 id={id}>{messages.rubricTitle}</h3>
      {criteria.map((criterion) => (
        <fieldset key={criterion} className={styles.criterion}>
          <legend>{messages.rubric[criterion]}</legend>
          <div className={styles.marks}>
            {marks.map((mark) => (
              <label key={mark} className={styles.mark}>
                <input
                  type="radio"
                  name={`${id}-${criterion}`}
                  checked={given[criterion] === mark}
                  onChange={() => onMark(criterion, mark)}
                />
                <span>{messages.marks[mark]}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </section>
  )
}
