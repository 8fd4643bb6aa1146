import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { CheckboxField, SelectField } from '../../shared/ui/fields.tsx'
import styles from './interview.module.css'
import { type Interview, type Level, lengths, levels, type Role, roles } from './interview.ts'
import { useInterviewMessages } from './interview-messages.ts'
import { interviewerQuery } from './interviewer-calls.ts'
import { InterviewerChoice } from './interviewer-choice.tsx'
import { prepareInterview } from './prepare-interview.ts'
import { canReadAloud } from './speech.ts'

/** Role, level and length; then it begins. */
export function SetupForm({ onBegin }: { onBegin: (interview: Interview) => void }) {
  const messages = useInterviewMessages()
  const errorText = useErrorText()
  const { data: interviewer } = useQuery(interviewerQuery)
  const [withModel, setWithModel] = useState(false)
  const preparing = useMutation({
    mutationFn: prepareInterview,
    onSuccess: (interview) => interview.parts.length > 0 && onBegin(interview),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (preparing.isPending) return
    const filled = new FormData(event.currentTarget)
    preparing.mutate({
      role: filled.get('role') as Role,
      level: filled.get('level') as Level,
      minutes: Number(filled.get('minutes')),
      readAloud: filled.has('readAloud'),
      interviewer: (withModel && interviewer) || undefined,
    })
  }
  return (
    <form className={styles.setup} onSubmit={submit}>
      <SelectField
        label={messages.role}
        name="role"
        choices={roles.map((role) => ({ value: role, label: messages.roles[role] }))}
      />
      <SelectField
        label={messages.level}
        name="level"
        defaultValue="mid"
        choices={levels.map((level) => ({ value: level, label: messages.levels[level] }))}
      />
      <SelectField
        label={messages.length}
        name="minutes"
        defaultValue="40"
        choices={lengths.map((length) => ({ value: String(length), label: messages.minutes(length) }))}
      />
      {canReadAloud() && <CheckboxField label={messages.readAloud} name="readAloud" />}
      {preparing.isError && (
        <Alert tone="error" title={messages.prepareFailed}>
          <p>{errorText(preparing.error)}</p>
        </Alert>
      )}
      {preparing.data?.parts.length === 0 && <Alert tone="info">{messages.noQuestions}</Alert>}
      <InterviewerChoice chosen={withModel} onChoose={setWithModel} />
      <Button type="submit" variant="primary" pending={preparing.isPending}>
        {preparing.isPending ? messages.preparing : messages.begin}
      </Button>
    </form>
  )
}
