import type { Resource } from '@rehearse/contracts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Tag } from '../../shared/ui/tag.tsx'
import { ColouredTag } from './coloured-tag.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './library-messages.ts'
import { OutsideLink } from './outside-link.tsx'

export interface ResourceCategory {
  id: string
  name: string
  description: string
  color: string
  count: number
}

export function ResourceRow({
  resource,
  category,
}: {
  resource: Resource
  category: ResourceCategory | undefined
}) {
  const { difficulty } = useMessages()
  const { resources: words } = useLibraryMessages()
  return (
    <li className={styles.row}>
      <h2 dir="auto">
        <OutsideLink to={resource.url}>{resource.title}</OutsideLink>
      </h2>
      <p dir="auto" className={styles.text}>
        {resource.description}
      </p>
      <p className={styles.tags}>
        {category && <ColouredTag color={category.color}>{category.name}</ColouredTag>}
        <Tag>{words.types[resource.type]}</Tag>
        <Tag>{difficulty[resource.difficulty]}</Tag>
        {resource.featured && <Tag tone="ok">{words.featured}</Tag>}
      </p>
    </li>
  )
}
