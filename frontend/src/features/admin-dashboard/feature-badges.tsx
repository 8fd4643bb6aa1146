import type { Feature } from '@rehearse/contracts'
import {
  Activity,
  BookOpen,
  Boxes,
  ChartLine,
  Code,
  Database,
  FileUp,
  GraduationCap,
  Home,
  KeyRound,
  Layers,
  ListChecks,
  type LucideIcon,
  Mic,
  Moon,
  Newspaper,
  Route,
  Sparkles,
  Trophy,
  Users,
} from 'lucide-react'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './admin-dashboard.module.css'
import { useAdminDashboardMessages } from './messages.en.ts'

const tones = { completed: 'ok', 'in-progress': 'quiet', pending: 'quiet' } as const

/** A feature's status and priority. */
export function FeatureBadges({ feature }: { feature: Feature }) {
  const messages = useAdminDashboardMessages().catalog
  const isUrgent = feature.priority === 'Critical' && feature.status !== 'completed'
  return (
    <>
      <Tag tone={tones[feature.status]}>{messages.statuses[feature.status]}</Tag>{' '}
      <Tag tone={isUrgent ? 'bad' : 'quiet'}>{messages.priorities[feature.priority]}</Tag>
    </>
  )
}

const icons: Partial<Record<string, LucideIcon>> = {
  activity: Activity,
  book: BookOpen,
  chart: ChartLine,
  code: Code,
  database: Database,
  home: Home,
  import: FileUp,
  key: KeyRound,
  layers: Layers,
  learning: GraduationCap,
  list: ListChecks,
  microphone: Mic,
  moon: Moon,
  news: Newspaper,
  route: Route,
  trophy: Trophy,
  users: Users,
  soon: Sparkles,
}

/** The catalog names icons by what they show; an unknown one becomes a box. */
export function FeatureIcon({ name = '' }: { name?: string | undefined }) {
  const Icon = icons[name] ?? Boxes
  return <Icon aria-hidden size={20} strokeWidth={1.75} className={styles.icon} />
}
