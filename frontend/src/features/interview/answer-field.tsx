import { Mic, Square } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { TextAreaField } from '../../shared/ui/fields.tsx'
import styles from './interview.module.css'
import { useInterviewMessages } from './messages.en.ts'
import { useDictation } from './speech.ts'

/** Room for an answer: written, or dictated where the browser can. */
export function AnswerField({
  label,
  hint,
  value,
  onChange,
}: {
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
}) {
  const messages = useInterviewMessages()
  // What is heard comes after what was written meanwhile.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const { listening, toggle } = useDictation((heard) =>
    onChange(latest.current === '' ? heard : `${latest.current} ${heard}`),
  )
  return (
    <div className={styles.answer}>
      <TextAreaField
        label={label}
        hint={hint}
        rows={5}
        dir="auto"
        maxLength={10_000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {toggle && (
        <>
          <Button size="small" aria-pressed={listening} onClick={toggle}>
            {listening ? <Square aria-hidden size={16} /> : <Mic aria-hidden size={16} />}
            {listening ? messages.stopDictating : messages.dictate}
          </Button>
          {listening && <p className={styles.quiet}>{messages.dictateHint}</p>}
        </>
      )}
    </div>
  )
}
