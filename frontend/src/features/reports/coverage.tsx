import type { PathCoverage } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { ShareBars } from '../../shared/ui/plot/share-bars.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { coverageQuery } from './api.ts'
import { useReportMessages } from './messages.en.ts'
import styles from './reports.module.css'
import { CsvButton, ReportsPage } from './reports-page.tsx'

const levels = ['beginner', 'intermediate', 'advanced'] as const

/** The contents of each learning path, and what it lacks. */
export function Coverage() {
  const messages = useReportMessages()
  const query = useQuery(coverageQuery)
  const { data: paths } = query
  return (
    <ReportsPage>
      <Loading query={query} title={messages.loadFailed} heights={[14, 14]} />
      {paths?.length === 0 && <EmptyState title={messages.coverageEmpty} />}
      {paths && paths.length > 0 && (
        <>
          <div className={styles.bar}>
            <p className={styles.lead}>{messages.coverageLead}</p>
            <CsvButton name="rehearse-coverage" of={messages.coverageView} table={() => tableOf(paths)} />
          </div>
          <CoveragePlot paths={paths} />
          <ul className={`plain-list ${styles.paths}`}>
            {paths.map((path) => (
              <PathRow key={path.pathId} path={path} />
            ))}
          </ul>
        </>
      )}
    </ReportsPage>
  )
}

function CoveragePlot({ paths }: { paths: readonly PathCoverage[] }) {
  const messages = useReportMessages()
  const { difficulty } = useMessages()
  const format = useFormat()
  const most = Math.max(1, ...paths.map(({ open }) => open))
  const summary = messages.coverageSummary(
    paths.length,
    paths.reduce((sum, { open }) => sum + open, 0),
  )
  return (
    <PlotFrame
      title={messages.coverageTitle}
      summary={summary}
      columns={[
        messages.path,
        messages.openQuestions,
        ...levels.map((level) => difficulty[level]),
        messages.waiting,
        messages.topics,
        messages.withAudio,
        messages.withoutExplanation,
        messages.openReports,
      ]}
      rows={paths.map((path) => [
        path.title,
        ...[
          path.open,
          ...levels.map((level) => path.byDifficulty[level]),
          path.waiting,
          path.topics,
          path.withAudio,
          path.withoutExplanation,
          path.openReports,
        ].map(format.number),
      ])}
    >
      <ShareBars
        label={paths.map(({ title, open }) => `${title} ${format.number(open)}`).join(', ')}
        bars={paths.map(({ pathId, title, open }) => ({
          key: pathId,
          label: <bdi>{title}</bdi>,
          share: open / most,
          text: format.number(open),
        }))}
      />
    </PlotFrame>
  )
}

function PathRow({ path }: { path: PathCoverage }) {
  const messages = useReportMessages()
  const format = useFormat()
  const { beginner, intermediate, advanced } = path.byDifficulty
  const figures = [
    [messages.waiting, path.waiting],
    [messages.withoutExplanation, path.withoutExplanation],
    [messages.openReports, path.openReports],
  ] as const
  return (
    <li>
      <p className={styles.name}>
        <Link to={`/admin/questions/unified?learningPath=${encodeURIComponent(path.pathId)}`}>
          <bdi>{path.title}</bdi>
        </Link>
      </p>
      <p className={styles.quiet}>
        {messages.pathBars(format.number(beginner), format.number(intermediate), format.number(advanced))}
        {figures.map(([name, count]) => count > 0 && ` · ${name}: ${format.number(count)}`)}
      </p>
      <p className={styles.signs}>
        <span className={styles.quiet}>{messages.missing}:</span>
        {path.missingCategories.length === 0 && messages.missingNone}
        {path.missingCategories.map((category) => (
          <Tag key={category} tone="bad">
            {category}
          </Tag>
        ))}
      </p>
    </li>
  )
}

const tableOf = (paths: readonly PathCoverage[]) => ({
  columns: [
    'pathId',
    'title',
    'open',
    ...levels,
    'waiting',
    'topics',
    'withAudio',
    'withoutExplanation',
    'openReports',
    'missingCategories',
  ],
  rows: paths.map((path) => [
    path.pathId,
    path.title,
    path.open,
    ...levels.map((level) => path.byDifficulty[level]),
    path.waiting,
    path.topics,
    path.withAudio,
    path.withoutExplanation,
    path.openReports,
    path.missingCategories.join('; '),
  ]),
})
