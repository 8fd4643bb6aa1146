import { Why } from '../ui/why.tsx'
import { useWhyExamMessages } from './why-exam-messages.en.ts'

/** How a mock exam's forecast and result are calculated. */
export function WhyExam({ label }: { label: string }) {
  const messages = useWhyExamMessages()
  return (
    <Why label={label} title={messages.title}>
      <p>{messages.forecast}</p>
      <p>{messages.range}</p>
      <p>{messages.result}</p>
    </Why>
  )
}
