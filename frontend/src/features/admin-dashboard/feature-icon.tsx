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
import styles from './feature-catalog.module.css'

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

/** The catalog names its icons by what they show; one that we don't know is a box. */
export function FeatureIcon({ name = '' }: { name?: string | undefined }) {
  const Icon = icons[name] ?? Boxes
  return <Icon aria-hidden size={20} strokeWidth={1.75} className={styles.icon} />
}
