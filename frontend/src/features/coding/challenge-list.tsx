import type { ChallengeProgress, ChallengeSummary } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { challengeProgressQuery, isDone } from '../../shared/api/challenges.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { FilterChips } from '../../shared/ui/filter-chips.tsx'
import { LevelDots } from '../../shared/ui/level-dots.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { Page } from '../../shared/ui/page.tsx'
import { Pagination, pagesOf } from '../../shared/ui/pagination.tsx'
import { useUrlPages } from '../../shared/ui/use-url-filters.ts'
import type { ChallengeFilterName, ChallengeFilters, ShownKind } from './api.ts'
import { challengeFilterNames, challengesQuery, fits, shownKind } from './api.ts'
import styles from './challenge-list.module.css'
import { useCodingMessages } from './messages.en.ts'

export function ChallengeList() {
  const coding = useCodingMessages()
  const session = useSession()
  const { filters, page, pageSize, setFilter, setPage } = useUrlPages(challengeFilterNames)
  const query = useQuery(challengesQuery)
  const { data: challenges } = query
  const { data: challengeProgress } = useQuery(challengeProgressQuery(session?.uid))
  const shown = challenges?.filter((challenge) =>
    fits(challenge, challengeProgress?.get(challenge.id), filters),
  )
  /** How many each kind would show, with the other filters as they are. */
  const { kind: _kind, ...others } = filters
  const kinds = Map.groupBy(
    challenges?.filter((challenge) => fits(challenge, challengeProgress?.get(challenge.id), others)) ?? [],
    shownKind,
  )
  return (
    <Page title={coding.title} lead={coding.lead}>
      <div className={styles.kinds}>
        <FilterChips
          label={coding.kind}
          all={coding.allKinds}
          value={filters.kind ?? ''}
          choices={(Object.entries(coding.kinds) as [ShownKind, string][]).map(([value, label]) => ({
            value,
            label,
            ...(challenges && { count: kinds.get(value)?.length ?? 0 }),
          }))}
          onChange={(kind) => setFilter('kind', kind)}
        />
      </div>
      <FilterFields filters={filters} withState={session !== null} onChoose={setFilter} />
      <Loading query={query} title={coding.listFailed} heights={[6, 6, 6, 6, 6]} />
      {shown && (
        <p role="status" data-numeric className={styles.count}>
          {coding.count(shown.length)}
        </p>
      )}
      {shown?.length === 0 && (
        <EmptyState
          title={challenges?.length === 0 ? coding.noneTitle : coding.noMatchTitle}
          text={challenges?.length === 0 ? coding.noneText : coding.noMatchText}
          action={
            challenges?.length === 0 ? (
              <ButtonLink to="/questions" variant="primary">
                {coding.toQuestions}
              </ButtonLink>
            ) : (
              <ButtonLink to="/coding" variant="primary">
                {coding.showAll}
              </ButtonLink>
            )
          }
        />
      )}
      {shown && shown.length > 0 && (
        <>
          <ol className={classNames('plain-list', styles.list)}>
            {shown.slice((page - 1) * pageSize, page * pageSize).map((challenge) => (
              <ChallengeRow
                key={challenge.id}
                challenge={challenge}
                progress={challengeProgress?.get(challenge.id)}
              />
            ))}
          </ol>
          <Pagination
            pagination={pagesOf(shown.length, { page, pageSize })}
            showing={coding.showing}
            onChange={setPage}
          />
        </>
      )}
    </Page>
  )
}

function ChallengeRow({
  challenge,
  progress,
}: {
  challenge: ChallengeSummary
  progress: ChallengeProgress | undefined
}) {
  const coding = useCodingMessages()
  const format = useFormat()
  const { title, description, category, difficulty, testCases, project } = challenge
  const kind = shownKind(challenge)
  const facts = [
    // Most challenges of a kind are about its category: what's said once is enough.
    ...(kind === 'fix-the-bug' || kind === 'review' || kind === 'tests' ? [coding.kinds[kind]] : []),
    coding.categories[category],
    ...(project ? [coding.inProject(project.title, format.number(project.step))] : []),
    ...(testCases.length > 0 ? [coding.tests(testCases.length)] : []),
  ]
  return (
    <li className={classNames(styles.row, isDone(progress) && styles.past)}>
      <div className={styles.words}>
        <h2 dir="auto">
          <Link to={`/coding/${challenge.id}`} className={styles.link}>
            {title}
          </Link>
        </h2>
        <p dir="auto" className={styles.description}>
          {excerpt(description)}
        </p>
      </div>
      <p data-numeric className={styles.facts}>
        <LevelDots level={difficulty} />
        <span>{facts.join(' · ')}</span>
        {isDone(progress) && (
          <span className={styles.done}>
            <Check aria-hidden size={14} />
            {coding.done}
          </span>
        )}
        {progress && !isDone(progress) && progress.attempts > 0 && (
          <span>{coding.tried(progress.attempts)}</span>
        )}
      </p>
    </li>
  )
}

function FilterFields({
  filters,
  withState,
  onChoose,
}: {
  filters: ChallengeFilters
  /** False for a visitor, whose results aren't known. */
  withState: boolean
  onChoose: (name: ChallengeFilterName, value: string) => void
}) {
  const coding = useCodingMessages()
  const { difficulty } = useMessages()
  const groups = [
    {
      name: 'category',
      label: coding.category,
      all: coding.allCategories,
      choices: Object.entries(coding.categories).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'difficulty',
      label: coding.difficulty,
      all: difficulty.all,
      choices: (['easy', 'medium', 'hard'] as const).map((level) => ({
        value: level,
        label: difficulty[level],
      })),
    },
    {
      name: 'state',
      label: coding.state,
      all: coding.allStates,
      choices: [
        { value: 'open', label: coding.stateOpen },
        { value: 'done', label: coding.stateDone },
      ],
    },
  ] as const
  return (
    <search aria-label={coding.filters} className={styles.filters}>
      {groups
        .filter(({ name }) => withState || name !== 'state')
        .map(({ name, label, all, choices }) => (
          <SelectField
            key={name}
            label={label}
            value={filters[name] ?? ''}
            onChange={(event) => onChoose(name, event.target.value)}
            choices={[{ value: '', label: all }, ...choices]}
          />
        ))}
    </search>
  )
}
