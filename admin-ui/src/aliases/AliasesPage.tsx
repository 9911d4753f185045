export default function AliasesPage() {
  return null;
}
