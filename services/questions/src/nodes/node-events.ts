import { type PlaceKindName, type PlaceSnapshot, placeSubjects } from '@rehearse/contracts'
import { enqueue, type NewMessage } from '@rehearse/service-kit'
import type { Trx } from '../tables.ts'
import type { TaxonomyNode } from './node.ts'
import { type NodeKind, type RevisedNode, wordsIn } from './repository.ts'

const eventKinds = {
  category: 'category',
  topic: 'topic',
  learning_path: 'learning-path',
  section: 'section',
} as const satisfies Record<NodeKind, PlaceKindName>

const snapshot = (kind: NodeKind, { id, name, revision, steps }: RevisedNode): PlaceSnapshot => ({
  kind: eventKinds[kind],
  id,
  name,
  revision,
  ...(steps && {
    steps: steps.map(({ id, title, questionIds, lesson }) => ({
      ...{ id, title, questionIds },
      lessonWords: wordsIn(lesson),
    })),
  }),
})

/** The event of a node that was created, or is published again. */
export const nodeDefinedEvent = (kind: NodeKind, node: RevisedNode): NewMessage<PlaceSnapshot> => ({
  subject: placeSubjects.defined,
  type: 'PlaceDefined',
  version: 1,
  data: snapshot(kind, node),
})

/** Publishes nodes that were created. */
export const publishNodes = (trx: Trx, kind: NodeKind, nodes: readonly RevisedNode[]): Promise<void> =>
  enqueue(
    trx,
    nodes.map((node) => nodeDefinedEvent(kind, node)),
  )

/** Publishes a changed node; a new name also gets an event of its own. */
export async function publishChangedNode(
  trx: Trx,
  kind: NodeKind,
  node: RevisedNode,
  previousName: string,
): Promise<void> {
  if (node.name === previousName) return publishNodes(trx, kind, [node])
  await enqueue(trx, [
    {
      subject: placeSubjects.renamed,
      type: 'PlaceRenamed',
      version: 1,
      data: { ...snapshot(kind, node), previousName },
    },
  ])
}

/** Publishes that a node was removed, and where its questions were moved. */
export const publishRemovedNode = (
  trx: Trx,
  kind: NodeKind,
  node: RevisedNode,
  reassignedTo: TaxonomyNode | null,
): Promise<void> =>
  enqueue(trx, [
    {
      subject: placeSubjects.removed,
      type: 'PlaceRemoved',
      version: 1,
      data: {
        ...snapshot(kind, node),
        reassignedTo: reassignedTo && { id: reassignedTo.id, name: reassignedTo.name },
      },
    },
  ])
