import type { Root, Table, TableCell, TableRow } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { createElement, Fragment, type ReactNode } from 'react'
import styles from './markdown.module.css'

export const parseWithTables = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })

type Content = (cell: TableCell) => ReactNode

/** @param content renders what a cell contains */
export function table({ children: [head, ...body] }: Table, content: Content): ReactNode {
  return (
    <table className={styles.table}>
      {head && <thead>{row(head, 'th', content)}</thead>}
      <tbody>{createElement(Fragment, null, ...body.map((one) => row(one, 'td', content)))}</tbody>
    </table>
  )
}

const row = ({ children: cells }: TableRow, cell: 'th' | 'td', content: Content): ReactNode =>
  createElement(
    'tr',
    null,
    ...cells.map((one) =>
      // The corner above row names is empty, and no heading.
      cell === 'th' && one.children.length > 0
        ? createElement('th', { scope: 'col' }, content(one))
        : createElement('td', null, content(one)),
    ),
  )
