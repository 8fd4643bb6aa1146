import { Plus } from 'lucide-react'
import { Button } from '../../../shared/ui/button.tsx'
import { useBulkMessages } from '../bulk-messages.ts'
import styles from './form-input.module.css'
import { FormQuestionFields } from './form-question-fields.tsx'
import { emptyFormQuestion, type FormQuestion } from './form-questions.ts'

/** Questions typed one below the other. */
export function FormInput({
  questions,
  disabled,
  onChange,
}: {
  questions: readonly FormQuestion[]
  disabled: boolean
  onChange: (questions: FormQuestion[]) => void
}) {
  const { form: messages } = useBulkMessages()
  return (
    <div className={styles.questions}>
      {questions.map((question, position) => (
        <FormQuestionFields
          key={question.key}
          question={question}
          number={position + 1}
          disabled={disabled}
          removable={questions.length > 1}
          onChange={(next) => onChange(questions.map((one) => (one.key === next.key ? next : one)))}
          onRemove={() => onChange(questions.filter((one) => one.key !== question.key))}
        />
      ))}
      <Button
        variant="ghost"
        className={styles.add}
        disabled={disabled}
        onClick={() => disabled || onChange([...questions, emptyFormQuestion()])}
      >
        <Plus aria-hidden size={16} />
        {messages.addQuestion}
      </Button>
    </div>
  )
}
