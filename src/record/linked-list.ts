interface Linked<Node> {
  /** Its neighbours in the list that has it. */
  previous: Node | undefined
  next: Node | undefined
}

/**
 * For what comes and goes all the time, each in one list at most: the hash table of a `Set` under constant adding and deleting is often
 * rebuilt, and discarded tables keep what has ended alive.
 */
export class LinkedList<Node extends Linked<Node>> {
  #first: Node | undefined

  /** The newest. */
  get first(): Node | undefined {
    return this.#first
  }

  has(node: Node): boolean {
    return node.previous !== undefined || node === this.#first
  }

  add(node: Node): void {
    if (this.has(node)) return
    node.next = this.#first
    if (this.#first !== undefined) this.#first.previous = node
    this.#first = node
  }

  delete(node: Node): void {
    if (!this.has(node)) return
    const { previous, next } = node
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next !== undefined) next.previous = previous
    node.previous = node.next = undefined
  }
}
