import type { Feature } from '@rehearse/contracts'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { Meter } from '../../shared/ui/meter.tsx'
import Modal from '../../shared/ui/modal.tsx'
import styles from './admin-dashboard.module.css'
import { FeatureBadges } from './feature-badges.tsx'
import { useAdminDashboardMessages } from './messages.en.ts'

const implementation = ['technologies', 'keyFiles', 'components', 'apis', 'database', 'deployment'] as const
const lists = [
  'features',
  'benefits',
  'challenges',
  'solutions',
  'testing',
  'performance',
  'security',
  'accessibility',
  'futurePlans',
] as const

/** The details of a feature, without empty fields. Load it lazily. */
export default function FeatureDialog({ feature, onClose }: { feature: Feature; onClose: () => void }) {
  const messages = useAdminDashboardMessages().catalog
  const format = useFormat()
  const made = implementation.filter((part) => (feature.implementation?.[part]?.length ?? 0) > 0)
  return (
    <Modal title={feature.title} sheet onClose={onClose}>
      <div className={styles.dialog} {...keyboardScrollable}>
        <p>
          <FeatureBadges feature={feature} />{' '}
          <span className={styles.note}>
            {messages.categories[feature.category]} · {feature.section}
          </span>
        </p>
        <p dir="auto">{feature.description}</p>
        {feature.status === 'in-progress' && feature.progress !== undefined && (
          <div className={styles.progress}>
            <Meter label={messages.progress} value={feature.progress} />
            <span data-numeric>{format.percent(feature.progress)}</span>
          </div>
        )}
        {feature.status === 'in-progress' && feature.estimatedCompletion && (
          <p className={styles.note}>
            {messages.estimatedCompletion}: {feature.estimatedCompletion}
          </p>
        )}
        {feature.fullStory && (
          <Part title={messages.fullStory}>
            <p dir="auto" className={styles.story}>
              {feature.fullStory}
            </p>
          </Part>
        )}
        {made.length > 0 && (
          <Part title={messages.implementation}>
            <dl className={styles.pairs}>
              {made.map((part) => (
                <Pair key={part} name={messages[part]}>
                  {feature.implementation?.[part]?.join(', ')}
                </Pair>
              ))}
            </dl>
          </Part>
        )}
        {lists.map(
          (name) =>
            (feature[name]?.length ?? 0) > 0 && (
              <Part key={name} title={messages[name]}>
                <List texts={feature[name]} />
              </Part>
            ),
        )}
        <Facts feature={feature} />
        {(feature.nextSteps?.length ?? 0) > 0 && (
          <Part title={messages.nextSteps}>
            <List texts={feature.nextSteps} />
          </Part>
        )}
      </div>
      <FeatureLinks feature={feature} />
    </Modal>
  )
}

function Facts({ feature }: { feature: Feature }) {
  const messages = useAdminDashboardMessages().catalog
  const format = useFormat()
  const day = (date: string | undefined) => date && format.date(`${date}T12:00`)
  const known = [
    [messages.completionDate, day(feature.completionDate)],
    [messages.lastUpdated, day(feature.lastUpdated)],
    [messages.contributors, feature.contributors?.join(', ')],
    [messages.estimatedEffort, feature.estimatedEffort],
    [messages.dependencies, feature.dependencies?.join(', ')],
  ].filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <Part title={messages.facts}>
      <dl className={styles.pairs}>
        {known.map(([name = '', value]) => (
          <Pair key={name} name={name}>
            {value}
          </Pair>
        ))}
      </dl>
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)

const Pair = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)

const List = ({ texts = [] }: { texts: readonly string[] | undefined }) => (
  <ul dir="auto">
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)

/** Links from a feature to its page, demo, code and documentation. A link without a target is omitted. */
function FeatureLinks({ feature }: { feature: Feature }) {
  const messages = useAdminDashboardMessages().catalog
  const { status, url, demoUrl, githubUrl, documentation } = feature
  const isThere = status !== 'pending' && url !== null
  if (!isThere && !demoUrl && !githubUrl && !documentation) return null
  return (
    <p className={styles.links}>
      {isThere && (
        <ButtonLink to={url} variant="primary">
          {messages.viewFeature}
        </ButtonLink>
      )}
      {demoUrl && <Outside to={demoUrl}>{messages.viewDemo}</Outside>}
      {githubUrl && <Outside to={githubUrl}>{messages.viewCode}</Outside>}
      {documentation && <Outside to={documentation}>{messages.documentation}</Outside>}
    </p>
  )
}

const Outside = ({ to, children }: { to: string; children: ReactNode }) => (
  <ButtonLink to={to} target="_blank" rel="noreferrer">
    {children}
    <ArrowUpRight aria-hidden size={16} />
  </ButtonLink>
)
