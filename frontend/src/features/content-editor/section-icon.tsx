import {
  BookOpen,
  Braces,
  FlaskConical,
  Gauge,
  type LucideIcon,
  MessagesSquare,
  Network,
  PlayCircle,
  Rocket,
  ShieldCheck,
  Target,
} from 'lucide-react'

/** The section icons, by the names in the specification. */
const icons = {
  learning: BookOpen,
  practice: Target,
  'interview-prep': MessagesSquare,
  media: PlayCircle,
  coding: Braces,
  'system-design': Network,
  security: ShieldCheck,
  performance: Gauge,
  testing: FlaskConical,
  deployment: Rocket,
} as const satisfies Record<string, LucideIcon>

export type IconName = keyof typeof icons

export const iconNames = Object.keys(icons).filter(isIconName)

export function SectionIcon({ name }: { name: unknown }) {
  const Icon = icons[isIconName(name) ? name : 'learning']
  return <Icon aria-hidden size={20} strokeWidth={1.75} />
}

function isIconName(name: unknown): name is IconName {
  return typeof name === 'string' && Object.hasOwn(icons, name)
}
