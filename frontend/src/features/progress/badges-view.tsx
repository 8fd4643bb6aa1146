import type { Progress } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { certificatesQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { BadgeList } from './badges.tsx'
import styles from './lists.module.css'
import { type ProgressMessages, useProgressMessages } from './messages.en.ts'
import pageStyles from './progress-page.module.css'
import { TitledList } from './progress-sections.tsx'

/** The learner's badges, and the next ones. */
export function BadgesView({ uid, progress }: { uid: string; progress: Progress }) {
  return (
    <div className={pageStyles.grid}>
      <BadgeList progress={progress} />
      <div className={pageStyles.column}>
        <Certificates uid={uid} />
        <Milestones milestones={progress.achievements.milestones} />
      </div>
    </div>
  )
}

function Certificates({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: certificates = [] } = useQuery(certificatesQuery(uid))
  return (
    <TitledList title={messages.certificates} empty={messages.certificatesEmpty}>
      {certificates.map(({ code, pathName, issuedAt }) => (
        <li key={code} className={styles.row}>
          <div className={styles.name}>
            <p dir="auto">{pathName}</p>
            <p className={styles.quiet}>{messages.issuedOn(format.date(issuedAt))}</p>
          </div>
          <ButtonLink to={`/certificates/${code}`} size="small">
            {messages.certificateOpen} <span className="visually-hidden">{pathName}</span>
          </ButtonLink>
        </li>
      ))}
    </TitledList>
  )
}

/** Milestones reached, latest first. */
function Milestones({ milestones }: { milestones: Progress['achievements']['milestones'] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const latestFirst = milestones.toSorted((one, other) => other.reachedAt.localeCompare(one.reachedAt))
  return (
    <TitledList title={messages.milestones} empty={messages.milestonesEmpty} ordered>
      {latestFirst.map(({ id, reachedAt }) => (
        <li key={id} className={styles.row}>
          <p data-numeric>{nameOf(id, messages)}</p>
          <p className={styles.quiet}>{format.date(reachedAt)}</p>
        </li>
      ))}
    </TitledList>
  )
}

/** The label of `answers-10`: ten answers. An unknown milestone shows its id. */
function nameOf(id: string, { milestone }: ProgressMessages): string {
  const [measure = '', count] = id.split('-')
  const label = Object.hasOwn(milestone, measure) ? milestone[measure as keyof typeof milestone] : undefined
  return label ? label(Number(count)) : id
}
