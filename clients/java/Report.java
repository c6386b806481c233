import java.util.Map;
import java.util.Objects;

/** Runs the checks one after the other; the last line counts. */
final class Report {
    private Report() {}

    interface Check {
        void run() throws Exception;
    }

    static void of(Map<String, Check> checks) {
        int passed = 0;
        for (Map.Entry<String, Check> check : checks.entrySet()) {
            try {
                check.getValue().run();
                passed += 1;
            } catch (Exception | AssertionError problem) {
                System.out.println("FAILED " + check.getKey() + ": " + problem.toString().replace('\n', ' '));
            }
        }
        System.out.println(passed + " passed, " + (checks.size() - passed) + " failed");
        System.exit(passed == checks.size() ? 0 : 1);
    }

    static void same(Object found, Object expected) {
        if (!Objects.equals(found, expected)) throw new AssertionError(found + " is not " + expected);
    }
}
