export default function PlansPage() {
  return null;
}
