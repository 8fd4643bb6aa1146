import type { Interview } from '@rehearse/contracts'
import { INTERVIEW_DAYS_MAX, MINUTES_PER_DAY } from '@rehearse/contracts/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { storePreferences, useProfile } from '../../shared/account/profile.ts'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import type { FieldErrors } from '../../shared/api/api-error.ts'
import { learningPathsQuery } from '../../shared/api/catalog.ts'
import { useProgress } from '../../shared/api/progress.ts'
import { addDays, localDay } from '../../shared/i18n/format.ts'
import { storeInterview } from '../../shared/interview/change-interview.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { CheckboxField, SelectField, TextField } from '../../shared/ui/fields.tsx'
import { Loading, useErrorText, useFieldErrors } from '../../shared/ui/load-failed.tsx'
import { NumberField } from '../../shared/ui/number-field.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import { dayIn, type Filled, problemsOf } from './interview-date.rules.ts'
import styles from './interview-form.module.css'
import { useInterviewDateMessages } from './messages.en.ts'

/** Sets or changes the interview: its date, what to prepare, the time for it, and the time zone. */
export function InterviewForm({
  uid,
  interview,
  onSaved,
  onCancel,
}: {
  uid: string
  /** The one to change; null to set the first. */
  interview: Interview | null
  onSaved?: () => void
  onCancel?: () => void
}) {
  const messages = useInterviewDateMessages()
  const pathsQuery = useQuery(learningPathsQuery)
  const { data: profile, isLoading } = useProfile()
  const progress = useProgress()
  if (!pathsQuery.data || isLoading || progress.isLoading)
    return (
      <Loading
        query={{ ...pathsQuery, data: undefined }}
        title={messages.pathsFailed}
        heights={[4, 12, 4, 4]}
      />
    )
  const paths = pathsQuery.data.filter(({ questionCount }) => questionCount > 0)
  const isKnown = (id: string | null | undefined) => paths.some((path) => path.id === id)
  // The path that the learner chose, else the one practiced last.
  const latest = progress.data?.learningPaths
    .toSorted((one, other) => other.lastAccessed.localeCompare(one.lastAccessed))
    .map(({ pathId }) => pathId)
  const suggested = [profile?.preferences.learningPath, ...(latest ?? []), 'interview-preparation'].find(
    isKnown,
  )
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone
  const stored = profile?.preferences.interviewDate
  return (
    <Fields
      uid={uid}
      paths={paths}
      isNew={interview === null}
      offered={interview === null && stored && stored > localDay() ? stored : undefined}
      before={
        interview
          ? {
              date: interview.date > localDay() ? interview.date : '',
              learningPaths: interview.learningPaths.map(({ id }) => id).filter(isKnown),
              minutesPerDay: String(interview.minutesPerDay),
              timeZone: interview.timeZone,
            }
          : {
              date: '',
              learningPaths: suggested ? [suggested] : [],
              minutesPerDay: String(MINUTES_PER_DAY.default),
              timeZone: device,
            }
      }
      onSaved={onSaved}
      onCancel={onCancel}
    />
  )
}

function Fields({
  uid,
  paths,
  isNew,
  offered,
  before,
  onSaved,
  onCancel,
}: {
  uid: string
  paths: readonly { id: string; title: string; questionCount: number }[]
  isNew: boolean
  /** A date from the settings. */
  offered: string | undefined
  before: Filled & { timeZone: string }
  onSaved: (() => void) | undefined
  onCancel: (() => void) | undefined
}) {
  const messages = useInterviewDateMessages()
  const errorText = useErrorText()
  const fieldErrorsOf = useFieldErrors()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<readonly string[]>(before.learningPaths)
  const [problems, setProblems] = useState<FieldErrors>({})
  const saving = useOwnWrite({
    mutationFn: async (filled: Filled & { timeZone: string }) => {
      await storeInterview(queryClient, uid, { ...filled, minutesPerDay: Number(filled.minutesPerDay) })
      // The date from the settings is offered once.
      if (offered)
        void storePreferences((before) => ({ ...before, interviewDate: null })).catch(() => undefined)
    },
    onSuccess: () => onSaved?.(),
  })
  const form = useFocusFirstError(problems)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    const data = new FormData(event.currentTarget)
    const textOf = (name: string) => String(data.get(name) ?? '').trim()
    const timeZone = textOf('timeZone')
    const filled = {
      date: textOf('date'),
      learningPaths: chosen,
      minutesPerDay: textOf('minutesPerDay'),
      timeZone,
    }
    const found = Object.entries(problemsOf(filled, dayIn(timeZone, new Date())))
    const errors = Object.fromEntries(found.map(([field, problem]) => [field, messages.errors[problem]]))
    setProblems(errors)
    saving.reset()
    if (found.length === 0)
      saving.mutate(filled, { onError: (error) => setProblems(byField(fieldErrorsOf(error))) })
  }
  const zones = [...new Set(['UTC', before.timeZone, ...Intl.supportedValuesOf('timeZone')])].sort()
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {offered && <Alert tone="info">{messages.fromSettings}</Alert>}
      <TextField
        label={messages.date}
        hint={messages.dateHint}
        name="date"
        type="date"
        required
        min={addDays(localDay(), 1)}
        max={addDays(localDay(), INTERVIEW_DAYS_MAX)}
        defaultValue={offered ?? before.date}
        error={problems.date}
      />
      <fieldset
        aria-describedby={problems.learningPaths ? 'paths-error' : undefined}
        data-problem={problems.learningPaths ? true : undefined}
      >
        <legend className={styles.legend}>{messages.paths}</legend>
        <p data-numeric aria-live="polite" className={styles.hint}>
          {messages.pathsHint(chosen.length)}
        </p>
        <div className={styles.paths}>
          {paths.map(({ id, title }) => (
            <CheckboxField
              key={id}
              label={title}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          ))}
        </div>
        {problems.learningPaths && (
          <p id="paths-error" className={styles.error}>
            {problems.learningPaths}
          </p>
        )}
      </fieldset>
      <NumberField
        label={messages.minutes}
        hint={messages.minutesHint}
        name="minutesPerDay"
        range={MINUTES_PER_DAY}
        defaultValue={before.minutesPerDay}
        error={problems.minutesPerDay}
      />
      <SelectField
        label={messages.zone}
        hint={messages.zoneHint}
        name="timeZone"
        defaultValue={before.timeZone}
        choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        error={problems.timeZone}
      />
      {saving.isError && <Alert tone="error">{errorText(saving.error, messages.saveFailed)}</Alert>}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" pending={saving.isPending}>
          {saving.isPending ? messages.saving : isNew ? messages.create : messages.save}
        </Button>
        {onCancel && <Button onClick={onCancel}>{messages.cancel}</Button>}
      </div>
    </form>
  )
}

/** An error of one of the paths, `learningPaths.2`, shows at their field. */
const byField = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, text]) => [path.split('.')[0], text]))
