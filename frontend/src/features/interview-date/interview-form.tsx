import type { Interview, InterviewTrack } from '@rehearse/contracts'
import { INTERVIEW_DAYS_MAX, MINUTES_PER_DAY, TRACK_LEVELS, TRACK_ROLES } from '@rehearse/contracts/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { storePreferences, useProfile } from '../../shared/account/profile.ts'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import type { FieldErrors } from '../../shared/api/api-error.ts'
import { learningPathsQuery } from '../../shared/api/catalog.ts'
import { useProgress } from '../../shared/api/progress.ts'
import { addDays, localDay } from '../../shared/i18n/format.ts'
import { type InterviewChoice, storeInterview } from '../../shared/interview/change-interview.ts'
import { interviewDraft } from '../../shared/interview/interview-draft.ts'
import { useTodaysPartMessages } from '../../shared/interview/messages.en.ts'
import { trackPaths } from '../../shared/interview/track-paths.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { CheckboxField, SelectField, TextField } from '../../shared/ui/fields.tsx'
import { Loading, useErrorText, useFieldErrors } from '../../shared/ui/load-failed.tsx'
import { NumberField } from '../../shared/ui/number-field.tsx'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import { dayIn, type Filled, problemsOf } from './interview-date.rules.ts'
import styles from './interview-form.module.css'
import { useInterviewDateMessages } from './messages.en.ts'
import { PlanPreview } from './plan-preview.tsx'

/** Sets or changes the interview: the role, its date, what to prepare, the time for it, and the time zone. */
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
  const draft = interviewDraft.read(interview)
  const offers = interview === null && !draft && stored && stored > localDay()
  const fromSettings = offers ? stored : undefined
  const beginning = (): Choice => {
    if (draft)
      return {
        track: draft.track,
        date:
          [draft.date, interview?.date ?? ''].find((date) => date > localDay()) ??
          addDays(localDay(), 7 * DEFAULT_WEEKS),
        learningPaths: pathsOf(draft.track).filter(isKnown),
        minutesPerDay: String(draft.minutesPerDay),
        timeZone: interview?.timeZone ?? device,
      }
    if (interview)
      return {
        track: interview.track,
        date: interview.date > localDay() ? interview.date : '',
        learningPaths: interview.learningPaths.map(({ id }) => id).filter(isKnown),
        minutesPerDay: String(interview.minutesPerDay),
        timeZone: interview.timeZone,
      }
    return {
      track: null,
      date: fromSettings ?? '',
      learningPaths: suggested ? [suggested] : [],
      minutesPerDay: String(MINUTES_PER_DAY.default),
      timeZone: device,
    }
  }
  return (
    <Fields
      uid={uid}
      paths={paths}
      isNew={interview === null}
      fromSettings={fromSettings}
      beginning={beginning}
      onSaved={onSaved}
      onCancel={onCancel}
    />
  )
}

const pathsOf = ({ role, level }: InterviewTrack): readonly string[] => trackPaths[role][level]

/** What is filled in. */
type Choice = Filled & { timeZone: string; track: InterviewTrack | null }

function Fields({
  uid,
  paths,
  isNew,
  fromSettings,
  beginning,
  onSaved,
  onCancel,
}: {
  uid: string
  paths: readonly { id: string; title: string; questionCount: number }[]
  isNew: boolean
  /** A date from the settings, which is offered once. */
  fromSettings: string | undefined
  beginning: () => Choice
  onSaved: (() => void) | undefined
  onCancel: (() => void) | undefined
}) {
  const messages = useInterviewDateMessages()
  const texts = useTodaysPartMessages()
  const errorText = useErrorText()
  const fieldErrorsOf = useFieldErrors()
  const queryClient = useQueryClient()
  const [filled, setFilled] = useState(beginning)
  const [problems, setProblems] = useState<FieldErrors>({})
  const { track, date, learningPaths, minutesPerDay, timeZone } = filled
  const change = (part: Partial<Choice>) => setFilled((before) => ({ ...before, ...part }))
  const changeTrack = (next: InterviewTrack | null) =>
    change({
      track: next,
      ...(next && {
        learningPaths: pathsOf(next).filter((id) => paths.some((path) => path.id === id)),
        ...(date === '' && { date: addDays(localDay(), 7 * DEFAULT_WEEKS) }),
      }),
    })
  const saving = useOwnWrite({
    mutationFn: async (choice: InterviewChoice) => {
      await storeInterview(queryClient, uid, choice)
      interviewDraft.remove()
      if (fromSettings)
        void storePreferences((before) => ({ ...before, interviewDate: null })).catch(() => undefined)
    },
    onSuccess: () => onSaved?.(),
  })
  const form = useFocusFirstError(problems)
  const found = Object.entries(problemsOf(filled, dayIn(timeZone, new Date())))
  const choice = { ...filled, minutesPerDay: Number(minutesPerDay) }
  const settled = useDebounced(found.length === 0 ? JSON.stringify(choice) : '', PREVIEW_PAUSE)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    const errors = Object.fromEntries(found.map(([field, problem]) => [field, messages.errors[problem]]))
    setProblems(errors)
    saving.reset()
    if (found.length === 0)
      saving.mutate(choice, { onError: (error) => setProblems(byField(fieldErrorsOf(error))) })
  }
  const zones = [...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])].sort()
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {fromSettings && <Alert tone="info">{messages.fromSettings}</Alert>}
      <SelectField
        label={texts.role}
        hint={messages.roleHint}
        value={track?.role ?? ''}
        onChange={({ target }) => {
          const role = TRACK_ROLES.find((one) => one === target.value)
          changeTrack(role ? { level: 'mid', ...track, role } : null)
        }}
        choices={[
          { value: '', label: messages.noRole },
          ...TRACK_ROLES.map((role) => ({ value: role, label: texts.roles[role] })),
        ]}
      />
      {track && (
        <SelectField
          label={messages.level}
          value={track.level}
          onChange={({ target }) =>
            changeTrack({ ...track, level: TRACK_LEVELS.find((one) => one === target.value) ?? track.level })
          }
          choices={TRACK_LEVELS.map((level) => ({ value: level, label: messages.levels[level] }))}
        />
      )}
      <TextField
        label={messages.date}
        hint={messages.dateHint}
        name="date"
        type="date"
        required
        min={addDays(localDay(), 1)}
        max={addDays(localDay(), INTERVIEW_DAYS_MAX)}
        value={date}
        onChange={({ target }) => change({ date: target.value })}
        error={problems.date}
      />
      {/* A date that is set is known, or was chosen this way: weeks would silently replace it. */}
      {isNew && (
        <SelectField
          label={messages.weeks}
          hint={messages.weeksHint}
          value={WEEKS.find((weeks) => date === addDays(localDay(), 7 * weeks)) ?? ''}
          onChange={({ target }) =>
            target.value !== '' && change({ date: addDays(localDay(), 7 * Number(target.value)) })
          }
          choices={[
            { value: '', label: messages.weeksUntilDate },
            ...WEEKS.map((weeks) => ({ value: String(weeks), label: messages.weeksOf(weeks) })),
          ]}
        />
      )}
      <fieldset
        aria-describedby={problems.learningPaths ? 'paths-error' : undefined}
        data-problem={problems.learningPaths ? true : undefined}
      >
        <legend className={styles.legend}>{messages.paths}</legend>
        <p data-numeric aria-live="polite" className={styles.hint}>
          {messages.pathsHint(learningPaths.length)}
        </p>
        <div className={styles.paths}>
          {paths.map(({ id, title }) => (
            <CheckboxField
              key={id}
              label={title}
              checked={learningPaths.includes(id)}
              onChange={({ target }) =>
                change({
                  learningPaths: target.checked
                    ? [...learningPaths, id]
                    : learningPaths.filter((one) => one !== id),
                })
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
        value={minutesPerDay}
        onChange={({ target }) => change({ minutesPerDay: target.value.trim() })}
        error={problems.minutesPerDay}
      />
      <SelectField
        label={messages.zone}
        hint={messages.zoneHint}
        name="timeZone"
        value={timeZone}
        onChange={({ target }) => change({ timeZone: target.value })}
        choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        error={problems.timeZone}
      />
      {settled !== '' && <PlanPreview uid={uid} choice={JSON.parse(settled) as InterviewChoice} />}
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

/** Weeks that are offered until an interview without a date. */
const WEEKS = [1, 2, 3, 4, 6, 8, 12]
const DEFAULT_WEEKS = 4
/** Milliseconds without a change before the plan is calculated again. */
const PREVIEW_PAUSE = 500

/** An error of one of the paths, `learningPaths.2`, shows at their field. */
const byField = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, text]) => [path.split('.')[0], text]))
