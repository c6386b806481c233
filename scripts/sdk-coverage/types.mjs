// Reads TypeScript types for the walk.
import ts from 'typescript'

export class TypeReader {
  /** `place`: a node of the program. `snakeCase`: the SDK has names in camel case for members in snake case. */
  constructor(checker, place, { snakeCase }) {
    Object.assign(this, { checker, place })
    this.wireName = snakeCase ? (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : (name) => name
  }

  /** The object types, lists included, that a type may be. */
  variants(type) {
    if (type.isUnion()) return type.types.flatMap((member) => this.variants(member))
    if (type.isIntersection() && type.types.some((member) => !(member.flags & ts.TypeFlags.Object))) return []
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return []
    if (type.getCallSignatures().length > 0) return []
    const declared = type.symbol?.declarations?.[0]?.getSourceFile().fileName ?? ''
    return /\/typescript\/lib\/|@types\/node/.test(declared) && this.elements(type) === undefined ? [] : [type]
  }

  elements(type) {
    return this.checker.isArrayType(type) || this.checker.isTupleType(type) ? this.checker.getTypeArguments(type)[0] : undefined
  }

  constants(type, name) {
    const property = type.getProperty(name)
    if (property === undefined) return []
    const value = this.checker.getNonNullableType(this.checker.getTypeOfSymbolAtLocation(property, this.place))
    return (value.isUnion() ? value.types : [value]).filter((member) => member.isStringLiteral()).map((member) => member.value)
  }

  /** Names on the wire, each with a function that gives the member's type. */
  members(type) {
    return type
      .getProperties()
      .filter(({ flags }) => !(flags & ts.SymbolFlags.Method))
      .map((property) => [this.wireName(property.name), () => this.checker.getTypeOfSymbolAtLocation(property, this.place)])
  }

  nameOf(type) {
    return type.symbol?.name
  }

  identity(type) {
    return `${this.checker.typeToString(type)} ${type.id}`
  }
}
